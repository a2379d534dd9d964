import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

/** For tests and measurements: writes PDF files of every structure, and changes them as editors do. */

export interface MadeObject {
  number: number;
  /** Everything between `obj` and `endobj`. */
  body: Buffer;
}

export type Structure = 'TABLE' | 'STREAM';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

export const streamBody = (dictionary: string, data: Uint8Array, deflate = true): Buffer => {
  const bytes = deflate ? deflateSync(data) : Buffer.from(data);
  const filter = deflate ? ' /Filter /FlateDecode' : '';
  return Buffer.concat([
    latin(`<< ${dictionary}${filter} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    latin('\nendstream'),
  ]);
};

/** Appends objects and a cross-reference section behind what is there. */
function append(
  before: Buffer,
  objects: readonly MadeObject[],
  trailer: string,
  size: number,
  structure: Structure,
  previous: number | null,
): Buffer {
  const parts: Buffer[] = [before];
  let at = before.length;
  const offsets = new Map<number, number>();
  const push = (bytes: Buffer): void => {
    parts.push(bytes);
    at += bytes.length;
  };
  const indirect = ({ number, body }: MadeObject): void => {
    offsets.set(number, at);
    push(Buffer.concat([latin(`${number} 0 obj\n`), body, latin('\nendobj\n')]));
  };
  for (const object of objects) indirect(object);
  const chain = previous === null ? '' : ` /Prev ${previous}`;
  const start = at;
  if (structure === 'TABLE') {
    let table = 'xref\n';
    if (previous === null) table += '0 1\n0000000000 65535 f \n';
    for (const [number, offset] of [...offsets].toSorted(([one], [other]) => one - other)) {
      table += `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`;
    }
    push(latin(`${table}trailer\n<< /Size ${size}${chain} ${trailer} >>\n`));
  } else {
    const own = size;
    offsets.set(own, at);
    const numbers = [...offsets.keys()].toSorted((one, other) => one - other);
    const rows = Buffer.alloc(numbers.length * 6);
    numbers.forEach((number, index) => {
      rows[index * 6] = 1;
      rows.writeUInt32BE(offsets.get(number) ?? 0, index * 6 + 1);
    });
    const index = numbers.map((number) => `${number} 1`).join(' ');
    const body = streamBody(`/Type /XRef /Size ${size + 1} /W [1 4 1] /Index [${index}]${chain} ${trailer}`, rows);
    push(Buffer.concat([latin(`${own} 0 obj\n`), body, latin('\nendobj\n')]));
  }
  push(latin(`startxref\n${start}\n%%EOF\n`));
  return Buffer.concat(parts);
}

/** Where the last cross-reference section stands. */
export const lastSection = (bytes: Buffer): number =>
  Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(bytes.subarray(-2048).toString('latin1'))?.[1]);

export interface Run {
  x: number;
  y: number;
  text: string;
  /** F1 to F4. */
  font?: string;
  size?: number;
}

export interface PageMade {
  runs: readonly Run[];
  /** Operators painted before and after the texts. */
  before?: string;
  after?: string;
}

export interface DocumentMade {
  pages: readonly PageMade[];
  structure?: Structure;
  producer?: string;
  creator?: string;
  created?: string;
  modified?: string;
  /** Dictionaries of fonts by their names. */
  fonts?: Readonly<Record<string, string>>;
  identifiers?: readonly [string, string];
  /** Further objects; their numbers begin at 100. */
  extra?: readonly MadeObject[];
  /** Names of pictures in the pages' resources. */
  images?: Readonly<Record<string, number>>;
  /** Annotations of the first page. */
  annotations?: readonly number[];
  /** Further entries of the catalogue. */
  catalog?: string;
}

export const HELVETICA = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
export const HELVETICA_BOLD = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>';

export const escaped = (text: string): string => text.replaceAll(/[()\\]/g, String.raw`\$&`);
export const show = ({ x, y, text, font = 'F1', size = 11 }: Run): string =>
  `BT /${font} ${size} Tf ${x} ${y} Td (${escaped(text)}) Tj ET\n`;
export const contentOf = ({ runs, before = '', after = '' }: PageMade): string =>
  `${before}0 g\n${runs.map(show).join('')}${after}`;

/** Number of the content stream of a page, from 0. */
export const contentNumber = (page: number): number => 11 + 2 * page;
export const pageNumber = (page: number): number => 10 + 2 * page;
/** What a page shows as the object that holds it, for saving again. */
export const contentObject = (page: PageMade, index = 0): MadeObject => ({
  number: contentNumber(index),
  body: streamBody('', Buffer.from(contentOf(page), 'latin1')),
});

export function makeDocument(made: DocumentMade): Buffer {
  const { pages, structure = 'TABLE', fonts = { F1: HELVETICA, F2: HELVETICA_BOLD }, extra = [] } = made;
  const objects: MadeObject[] = [];
  const add = (number: number, body: string | Buffer): void => {
    objects.push({ number, body: typeof body === 'string' ? latin(body) : body });
  };
  add(1, `<< /Type /Catalog /Pages 2 0 R ${made.catalog ?? ''}>>`);
  const kids = pages.map((_, index) => `${pageNumber(index)} 0 R`).join(' ');
  add(2, `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  const fontList = Object.entries(fonts)
    .map(([name, font]) => `/${name} ${font}`)
    .join(' ');
  const images = Object.entries(made.images ?? {})
    .map(([name, number]) => `/${name} ${number} 0 R`)
    .join(' ');
  add(3, `<< /Font << ${fontList} >> /XObject << ${images} >> >>`);
  const date = (key: string, value: string | undefined): string => (value === undefined ? '' : `/${key} (${value}) `);
  add(
    4,
    `<< /Producer (${made.producer ?? 'Office Writer 7.2'}) ${date('Creator', made.creator)}${date('CreationDate', made.created ?? "D:20260102101500+00'00'")}${date('ModDate', made.modified)}>>`,
  );
  pages.forEach((page, index) => {
    const annotations =
      index === 0 && made.annotations ? ` /Annots [${made.annotations.map((n) => `${n} 0 R`).join(' ')}]` : '';
    add(
      pageNumber(index),
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources 3 0 R /Contents ${contentNumber(index)} 0 R${annotations} >>`,
    );
    add(contentNumber(index), streamBody('', latin(contentOf(page))));
  });
  objects.push(...extra);
  const size = Math.max(...objects.map(({ number }) => number)) + 1;
  return append(latin('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'), objects, trailerOf(made.identifiers), size, structure, null);
}

const trailerOf = (identifiers: readonly [string, string] = ['0badcafe', '0badcafe']): string =>
  `/Root 1 0 R /Info 4 0 R /ID [<${identifiers[0]}> <${identifiers[1]}>]`;

/** Saves a document again behind its end, with these objects new or replaced. */
export function saveAgain(
  document: Buffer,
  objects: readonly MadeObject[],
  structure: Structure = 'TABLE',
  identifiers?: readonly [string, string],
): Buffer {
  const size = 900 + document.length;
  return append(document, objects, trailerOf(identifiers), size, structure, lastSection(document));
}

const PLACE = 4096;

/** Signs as a viewer would, with a structure that carries the digest of the covered bytes (and no certificate). */
export function sign(document: Buffer, number = 200): Buffer {
  const hole = '0'.repeat(PLACE);
  const body = latin(
    `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /ByteRange [0 AAAAAAAAAA BBBBBBBBBB CCCCCCCCCC] /Contents <${hole}> >>`,
  );
  const signed = saveAgain(document, [{ number, body }]);
  const from = signed.indexOf(`<${hole}>`);
  const to = from + PLACE + 2;
  const numbers = [from, to, signed.length - to].map((value) => String(value).padEnd(10, ' '));
  let text = signed.toString('latin1');
  ['AAAAAAAAAA', 'BBBBBBBBBB', 'CCCCCCCCCC'].forEach((mark, index) => {
    text = text.replace(mark, numbers[index] ?? '');
  });
  const filled = latin(text);
  const digest = createHash('sha256').update(filled.subarray(0, from)).update(filled.subarray(to)).digest();
  filled.write(signedData(digest).toString('hex').padEnd(PLACE, '0'), from + 1, 'latin1');
  return filled;
}

const der = (tag: number, ...contents: Uint8Array[]): Buffer => {
  const content = Buffer.concat(contents);
  const head = content.length < 128 ? [tag, content.length] : [tag, 0x82, content.length >> 8, content.length & 255];
  return Buffer.concat([Buffer.from(head), content]);
};
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));

/** The skeleton of CMS SignedData: version, algorithm, content type, one signer with the digest as an attribute. */
function signedData(digest: Uint8Array): Buffer {
  const sha256 = der(0x30, oid('608648016503040201'));
  const attribute = der(0x30, oid('2a864886f70d010904'), der(0x31, der(0x04, digest)));
  const signer = der(0x30, der(0x02, Buffer.from([1])), sha256, der(0xa0, attribute));
  const data = der(
    0x30,
    der(0x02, Buffer.from([1])),
    der(0x31, sha256),
    der(0x30, oid('2a864886f70d010701')),
    der(0x31, signer),
  );
  return der(0x30, oid('2a864886f70d010702'), der(0xa0, data));
}

/** A small statement of account: labels and amounts, several runs to a line. */
export function statementPage(seed: number, amount = '1,204.50'): PageMade {
  const runs: Run[] = [{ x: 60, y: 780, text: `Statement of account ${1000 + seed}`, font: 'F2', size: 16 }];
  for (let line = 0; line < 18; line++) {
    const y = 730 - 24 * line;
    runs.push({ x: 60, y, text: `${String(1 + ((line * 7 + seed) % 28)).padStart(2, '0')} January 2026` });
    runs.push({ x: 180, y, text: `Payment reference ${(seed * 7919 + line * 104_729) % 1_000_003} to a supplier` });
    runs.push({
      x: 440,
      y,
      text: line === 5 ? amount : `${((seed * 31 + line * 977) % 900) + 10}.${10 + (line % 90)}`,
    });
  }
  runs.push({ x: 60, y: 260, text: 'Balance', font: 'F2' }, { x: 440, y: 260, text: '12,871.30', font: 'F2' });
  return { runs };
}
