import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examineMedia, type ForensicFindings } from '../index.ts';
import { type DocumentMade, makeDocument, streamBody } from '../testing/pdf-maker.ts';
import { isAccount } from './invoice-data.ts';
import { figureOf } from './products.ts';

const examine = (made: DocumentMade): Promise<ForensicFindings> =>
  examineMedia({ kind: 'DOCUMENT', mediaType: 'application/pdf', bytes: makeDocument(made) });
const codesOf = ({ detectors }: ForensicFindings): string[] =>
  detectors.flatMap(({ finding }) => finding?.evidence.map(({ code }) => code) ?? []);

const width = (text: string): number =>
  text.split('').reduce((sum, character) => sum + (',. '.includes(character) ? 2.78 : 5.56), 0);
const written = (cents: number): string => (cents / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 });
const ROWS: readonly (readonly [number, number])[] = [
  [3, 1250],
  [12, 899],
  [2, 45_000],
  [7, 3333],
  [5, 120],
  [4, 10_999],
];

/** Rows of quantity, price and amount, in Helvetica; one amount may be another. */
function invoice(
  replaced: readonly [row: number, cents: number] | null,
  extra: Partial<DocumentMade> = {},
): DocumentMade {
  const runs = ROWS.flatMap(([quantity, price], row) => {
    const amount = replaced?.[0] === row ? replaced[1] : quantity * price;
    const y = 700 - 24 * row;
    const cells = [String(quantity), written(price), written(amount)];
    return [
      { x: 60, y, text: 'Paper, white', size: 10 },
      ...cells.map((text, column) => ({ x: 300 + 90 * column - width(text), y, text, size: 10 })),
    ];
  });
  return { pages: [{ runs }], ...extra };
}

test('an amount that is not quantity times price, as the others are, is found; a whole percentage of it is not', async () => {
  const codes = codesOf(await examine(invoice(null)));
  assert.ok(codes.includes('PRODUCTS_HOLD'), codes.join());
  const changed = await examine(invoice([2, 95_000 + 4]));
  assert.ok(codesOf(changed).includes('PRODUCT_BROKEN'), codesOf(changed).join());
  assert.equal(changed.conclusion.isDeepfake, null);
  assert.ok(codesOf(await examine(invoice([2, 81_000]))).includes('PRODUCTS_HOLD'), 'less ten per cent');
});

const DATA = (total: string): Partial<DocumentMade> => {
  const lines = ROWS.map(
    ([quantity, price]) => `<ram:LineTotalAmount>${((quantity * price) / 100).toFixed(2)}</ram:LineTotalAmount>`,
  );
  const xml = `<?xml version="1.0"?><rsm:CrossIndustryInvoice xmlns:rsm="a" xmlns:ram="b">${lines.join('')}<ram:GrandTotalAmount>${total}</ram:GrandTotalAmount></rsm:CrossIndustryInvoice>`;
  return {
    extra: [{ number: 190, body: streamBody('/Type /EmbeddedFile', Buffer.from(xml)) }],
    catalog: '/AF [<< /Type /Filespec /F (factur-x.xml) /EF << /F 190 0 R >> >>]',
  };
};

test('an amount of a page that the invoice carried as data contradicts is found', async () => {
  const agreed = codesOf(await examine(invoice(null, DATA('37.50'))));
  assert.ok(agreed.includes('DATA_AGREE'), agreed.join());
  const changed = codesOf(await examine(invoice([5, 43_396], DATA('37.50'))));
  assert.ok(changed.includes('AMOUNT_CONTRADICTS_DATA'), changed.join());
  const total = codesOf(await examine(invoice(null, DATA('1730.17'))));
  assert.ok(total.includes('TOTAL_CONTRADICTS_DATA'), total.join());
});

test('figures and numbers of accounts are read as people write them', () => {
  const texts = ['1,204.10', '1.204,10', '7', '0.0125', 'EUR 12.50', '3 h', 'Row 5', '12 January'];
  assert.deepEqual(texts.map(figureOf), [1204.1, 1204.1, 7, 0.0125, 12.5, 3, null, null]);
  assert.ok(isAccount('DE89370400440532013000') && !isAccount('DE89370400440532013001'));
});
