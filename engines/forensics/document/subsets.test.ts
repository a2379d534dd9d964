import assert from 'node:assert/strict';
import { test } from 'node:test';
import { centsOf } from './balances.ts';
import { examineMedia, type ForensicFindings } from '../index.ts';
import { type DocumentMade, HELVETICA, makeDocument, type PageMade, streamBody } from '../testing/pdf-maker.ts';

const examine = (made: DocumentMade): Promise<ForensicFindings> =>
  examineMedia({ kind: 'DOCUMENT', mediaType: 'application/pdf', bytes: makeDocument(made) });
const codesOf = ({ detectors }: ForensicFindings): string[] =>
  detectors.flatMap(({ finding }) => finding?.evidence.map(({ code }) => code) ?? []);

/** Digits are 500 wide, points and commas 250. */
const WIDTHS = Array.from({ length: 95 }, (_, index) => ([12, 14].includes(index) ? 250 : 500)).join(' ');
const FONT = `<< /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+Sans /FirstChar 32 /LastChar 126 /Widths [${WIDTHS}] /ToUnicode 191 0 R /FontDescriptor << /Type /FontDescriptor /FontName /ABCDEF+Sans /Flags 32 /FontFile2 190 0 R >> >>`;

/** A page in one embedded subset, whose list has these characters. */
function document(page: PageMade, listed: string, ranges = false): DocumentMade {
  const hex = (character: string): string => character.charCodeAt(0).toString(16).padStart(2, '0');
  const rows = [...new Set(listed.split(''))].map((character) =>
    ranges
      ? `<${hex(character)}> <${hex(character)}> <00${hex(character)}>`
      : `<${hex(character)}> <00${hex(character)}>`,
  );
  const word = ranges ? 'bfrange' : 'bfchar';
  const map = `begincmap ${rows.length} begin${word}\n${rows.join('\n')}\nend${word} endcmap`;
  return {
    pages: [page],
    fonts: { F1: FONT, F2: FONT },
    extra: [
      { number: 190, body: streamBody('', Buffer.alloc(400, 7)) },
      { number: 191, body: streamBody('', Buffer.from(map)) },
    ],
  };
}

const width = (text: string): number =>
  [...text.split('')].reduce((sum, character) => sum + ('.,'.includes(character) ? 2.5 : 5), 0);
const AMOUNTS = ['12.50', '1,204.10', '88.00', '310.75', '9.99', '4,410.00', '67.20', '105.05'];
/** Amounts that end at 500 points; one may be another text that begins where the one before it began. */
const statement = (replaced: string | null): PageMade => ({
  runs: AMOUNTS.flatMap((amount, index) => {
    const y = 700 - 24 * index;
    const text = index === 3 && replaced !== null ? replaced : amount;
    return [
      { x: 60, y, text: 'Payment received with thanks', size: 10 },
      { x: 500 - width(amount), y, text, size: 10 },
    ];
  }),
});
const EVERYTHING = [...AMOUNTS, 'Payment received with thanks'].join('');

for (const ranges of [false, true]) {
  test(`a subset that holds what is drawn says nothing (${ranges ? 'ranges' : 'single codes'})`, async () => {
    const codes = codesOf(await examine(document(statement(null), EVERYTHING, ranges)));
    assert.ok(codes.includes('SUBSETS_FIT') && codes.includes('COLUMNS_EVEN'), codes.join());
  });
}

test('characters that nothing draws are told and not clear by themselves; a list of everything says nothing', async () => {
  const findings = await examine(document(statement(null), `${EVERYTHING}XQ`));
  assert.ok(codesOf(findings).includes('CHARACTERS_LEFT_OVER'));
  assert.ok(findings.conclusion.logLikelihoodRatio < 0.7);
  const all = String.fromCharCode(...Array.from({ length: 94 }, (_, index) => index + 33));
  assert.ok(codesOf(await examine(document(statement(null), all))).includes('SUBSETS_FIT'));
});

test('characters that the subset does not list are found where they stand', async () => {
  const findings = await examine(document(statement('310.7Z'), EVERYTHING));
  assert.ok(codesOf(findings).includes('CHARACTERS_NOT_LISTED'));
  const region = findings.detectors.find(({ name }) => name === 'pdf-glyphs')?.finding?.regions?.[0];
  assert.ok(region && Math.abs(region.x - (500 - width('310.75')) / 595) < 0.01, JSON.stringify(region));
});

test('an amount that misses the edge of its column is found; brackets that hang over it are not', async () => {
  const wider = await examine(document(statement('9310.75'), EVERYTHING));
  assert.ok(codesOf(wider).includes('AMOUNT_OFF_ITS_COLUMN'), codesOf(wider).join());
  assert.equal(wider.conclusion.isDeepfake, null);
  const bracketed = await examine(document(statement('(310.75)'), `${EVERYTHING}()`));
  assert.ok(codesOf(bracketed).includes('COLUMNS_EVEN'), codesOf(bracketed).join());
});

test('a balance that does not follow from the amounts beside it is found; those that do are not', async () => {
  const cents = [5000, 1250, 880, 31_075, 999, 441_000, 6720, 10_505, 2500];
  const written = (value: number): string => (value / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 });
  const account = (replaced: number | null): PageMade => {
    let balance = 900_000;
    return {
      runs: cents.flatMap((amount, index) => {
        balance += index % 3 === 0 ? amount : -amount;
        const y = 700 - 24 * index;
        const texts = [written(index === replaced ? amount + 300 : amount), written(balance)];
        const edges = [400, 500];
        const cells = texts.map((text, column) => ({ x: (edges[column] ?? 0) - width(text), y, text, size: 10 }));
        return [{ x: 60, y, text: 'Payment received with thanks', size: 10 }, ...cells];
      }),
    };
  };
  const listed = `${EVERYTHING}0123456789`;
  assert.ok(codesOf(await examine(document(account(null), listed))).includes('BALANCES_HOLD'));
  const changed = await examine(document(account(4), listed));
  assert.ok(codesOf(changed).includes('BALANCE_BROKEN'), codesOf(changed).join());
  assert.equal(changed.conclusion.isDeepfake, null);
  assert.ok(codesOf(await examine(document(statement(null), EVERYTHING))).includes('NO_BALANCES'));
});

test('amounts are read as people write them', () => {
  const texts = ['1,204.10', '1.204,10', '1 204,10', '-7.5', '1,204', '$12', "1'000.05"];
  assert.deepEqual(texts.map(centsOf), [120_410, 120_410, 120_410, -750, 120_400, 1200, 100_005]);
});

const SCAN = {
  number: 160,
  body: streamBody(
    '/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8',
    Buffer.alloc(4, 200),
  ),
};
const scan = (after: string): DocumentMade => ({
  pages: [{ runs: [], before: 'q 595 0 0 842 0 0 cm /I1 Do Q\n', after }],
  images: { I1: 160 },
  extra: [SCAN],
});

test('what is put over a scanned page is found; a number in its margin is not', async () => {
  assert.ok(codesOf(await examine(scan(''))).includes('NOTHING_COVERED'));
  assert.ok(codesOf(await examine(scan('1 g 300 400 80 16 re f\n'))).includes('PASTED_ON_SCAN'));
  assert.ok(codesOf(await examine(scan('BT /F1 11 Tf 300 400 Td (9,999.00) Tj ET\n'))).includes('TYPED_ON_SCAN'));
  assert.ok(codesOf(await examine(scan('BT /F1 9 Tf 280 20 Td (Page 1) Tj ET\n'))).includes('NOTHING_COVERED'));
});

/** Set in a standard font that the file gives no widths of; amounts end at 500 points. */
const helvetica = (replaced: string | null, font = 'F1'): DocumentMade => {
  const widthOf = (text: string): number =>
    [...text.split('')].reduce((sum, character) => sum + ('.,'.includes(character) ? 2.78 : 5.56), 0);
  const runs = AMOUNTS.flatMap((amount, index) => {
    const y = 700 - 24 * index;
    const isReplaced = index === 3 && replaced !== null;
    const own = { x: 60, y, text: 'Payment received with thanks', size: 10 };
    const x = 500 - widthOf(amount);
    return [own, { x, y, text: isReplaced ? replaced : amount, size: 10, font: isReplaced ? font : 'F1' }];
  });
  return { pages: [{ runs }], fonts: { F1: HELVETICA, F2: HELVETICA } };
};

test('columns are looked at in standard fonts, whose widths the file does not give', async () => {
  const even = codesOf(await examine(helvetica(null)));
  assert.ok(even.includes('COLUMNS_EVEN') && even.includes('LINES_EVEN'), even.join());
  const wider = codesOf(await examine(helvetica('9310.75')));
  assert.ok(wider.includes('AMOUNT_OFF_ITS_COLUMN'), wider.join());
});

test('a font that is entered twice, for one amount alone, is found where it stands', async () => {
  const findings = await examine(helvetica('910.75', 'F2'));
  assert.ok(codesOf(findings).includes('FONT_ENTERED_TWICE'), codesOf(findings).join());
  assert.equal(findings.conclusion.isDeepfake, null);
  assert.ok(findings.conclusion.logLikelihoodRatio >= 0.7);
});

test('what was filled into a form that became part of the page is no second program', async () => {
  const filled = 'q BT /F2 9 Tf 1 0 0 1 520 701 Tm (seen) Tj ET Q';
  const [page] = helvetica(null).pages;
  const document = (after: string): DocumentMade => ({
    ...helvetica(null),
    pages: [{ runs: page?.runs ?? [], after }],
  });
  const marked = codesOf(await examine(document(`/Tx BMC ${filled} EMC`)));
  assert.ok(marked.includes('LINES_EVEN'), marked.join());
  const unmarked = codesOf(await examine(document(filled)));
  assert.ok(unmarked.includes('FONT_ENTERED_TWICE'), unmarked.join());
});

test('a standard font of another family is strange within a line, a stamp twice its size over it is not', async () => {
  const times = '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>';
  const document = (size: number): DocumentMade => {
    const { pages } = helvetica('318.75', 'F2');
    const runs = (pages[0]?.runs ?? []).map((run) => (run.font === 'F2' ? { ...run, size, y: run.y + 1 } : run));
    return { pages: [{ runs }], fonts: { F1: HELVETICA, F2: times } };
  };
  assert.ok(codesOf(await examine(document(6))).includes('FONT_STRANGE_IN_LINE'), 'fitted into its place');
  assert.ok(codesOf(await examine(document(20))).includes('LINES_EVEN'));
});
