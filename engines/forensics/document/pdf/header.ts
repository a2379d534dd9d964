import { PdfFault } from './lexer.ts';

/** Readers look for the header in so many bytes (ISO 32000-1, annex H, implementation note 13). */
const WITHIN = 1024;

/** How files of other kinds begin: such a file is one thing to one program and another to the next. */
const OTHERS: readonly (readonly [at: number, signature: string])[] = [
  [0, '\xff\xd8\xff'],
  [0, '\x89PNG'],
  [0, 'GIF8'],
  [0, 'RIFF'],
  [0, 'BM'],
  [0, 'II*\0'],
  [0, 'MM\0*'],
  [4, 'ftyp'],
  [0, 'PK\x03\x04'],
  [0, 'PK\x05\x06'],
  [0, '\x1f\x8b'],
  [0, 'MZ'],
  [0, '\x7fELF'],
  [0, 'ID3'],
  [0, 'OggS'],
  [0, 'fLaC'],
  [0, '\x1aE\xdf\xa3'],
  [0, '8BPS'],
  [0, 'Rar!'],
  [0, '7z\xbc\xaf'],
];

/**
 * Where the header of a PDF stands: 0, or behind what printers, mail or servers put in front.
 * @returns bytes from the beginning; 0 also where there is none
 * @throws PdfFault where the file begins as one of another kind
 */
export function headerAt(bytes: Uint8Array): number {
  const head = Buffer.from(bytes.subarray(0, WITHIN + 5)).toString('latin1');
  const at = head.indexOf('%PDF-');
  if (at <= 0) return 0;
  if (
    OTHERS.some(([from, signature]) => head.startsWith(signature, from)) ||
    /^[\s\xbb\xbf\xef]*<(?:!|\?|h)/i.test(head)
  )
    throw new PdfFault('it begins as a file of another kind and is a PDF at the same time');
  return at;
}
