import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examineMedia, type ForensicFindings } from '../index.ts';
import { makeDocument, type PageMade, streamBody } from '../testing/pdf-maker.ts';

const WIDTHS = Array.from({ length: 95 }, (_, index) => ([12, 14].includes(index) ? 250 : 500)).join(' ');
const SANS = `<< /Type /Font /Subtype /TrueType /BaseFont /Sans /FirstChar 32 /LastChar 126 /Widths [${WIDTHS}] >>`;
const width = (text: string): number =>
  [...text.split('')].reduce((sum, character) => sum + ('.,'.includes(character) ? 2.5 : 5), 0);
const AMOUNTS = [1250, 20_410, 8800, 31_075, 1999, 44_100, 6720, 10_505, 73_301];
const money = (cents: number): string => (cents / 100).toFixed(2);

interface Changed {
  amount?: number;
  total?: number;
  without?: number;
}

/** Nine dated rows and their total; the fifth amount, the total, or a row may be others. */
function page({ amount, total, without }: Changed = {}): PageMade {
  const right = (y: number, text: string) => ({ x: 500 - width(text), y, text, size: 10 });
  const runs = AMOUNTS.flatMap((cents, row) => {
    if (row === without) return [];
    const y = 700 - 20 * row;
    const shown = row === 4 && amount !== undefined ? amount : cents;
    return [
      { x: 60, y, text: `${row + 1} March`, size: 10 },
      { x: 170, y, text: 'Payment received with thanks', size: 10 },
      right(y, money(shown)),
    ];
  });
  const sum = AMOUNTS.reduce((all, each) => all + each, 0);
  return { runs: [...runs, { x: 60, y: 500, text: 'Total', size: 10 }, right(500, money(total ?? sum))] };
}

const examine = (bytes: Uint8Array): Promise<ForensicFindings> =>
  examineMedia({ kind: 'DOCUMENT', mediaType: 'application/pdf', bytes });
const table = (changed?: Changed): Promise<ForensicFindings> =>
  examine(makeDocument({ pages: [page(changed)], fonts: { F1: SANS } }));
const codesOf = ({ detectors }: ForensicFindings): string[] =>
  detectors.flatMap(({ finding }) => finding?.evidence.map(({ code }) => code) ?? []);

test('a table whose total and rows are as they should be says nothing', async () => {
  const findings = await table();
  assert.ok(codesOf(findings).includes('TOTALS_HOLD') && codesOf(findings).includes('ROWS_EVEN'));
  assert.equal(findings.conclusion.logLikelihoodRatio, 0);
});

test('a total that one digit of one amount explains is told; one that holds something else is a note', async () => {
  const replaced = await table({ amount: 7999 });
  assert.ok(codesOf(replaced).includes('TOTAL_OFF_BY_ONE_DIGIT'), codesOf(replaced).join());
  assert.ok(replaced.conclusion.logLikelihoodRatio > 0.7 && replaced.conclusion.isDeepfake === null);
  const other = await table({ total: 212_345 });
  assert.ok(codesOf(other).includes('TOTAL_DIFFERS'), codesOf(other).join());
  assert.ok(other.conclusion.logLikelihoodRatio < 0.7);
});

test('a row that is left out of a numbered table is told where it stood; it is inconclusive', async () => {
  const findings = await table({ without: 5 });
  assert.ok(codesOf(findings).includes('ROW_MISSING'), codesOf(findings).join());
  const region = findings.detectors.find(({ name }) => name === 'pdf-rows')?.finding?.regions?.[0];
  assert.ok(region && region.y < (842 - 600) / 842 && region.y + region.height > (842 - 600) / 842);
  assert.equal(findings.conclusion.isDeepfake, null);
});

/** One text in a subset whose characters have the numbers of this order. */
function numbered(shown: string, order: string): Promise<ForensicFindings> {
  const codes = new Map([...new Set(order.split(''))].map((character, index) => [character, index + 1]));
  const hex = (value: number): string => value.toString(16).padStart(2, '0');
  const rows = [...codes].map(([character, code]) => `<${hex(code)}> <00${hex(character.charCodeAt(0))}>`);
  const map = `begincmap ${rows.length} beginbfchar\n${rows.join('\n')}\nendbfchar endcmap`;
  const font = `<< /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+Sans /FirstChar 1 /LastChar 60 /Widths [${'500 '.repeat(60)}] /ToUnicode 191 0 R /FontDescriptor << /Type /FontDescriptor /FontName /ABCDEF+Sans /Flags 32 /FontFile2 190 0 R >> >>`;
  const text = [...shown.split('')].map((character) => String.fromCharCode(codes.get(character) ?? 0)).join('');
  return examine(
    makeDocument({
      pages: [{ runs: [{ x: 60, y: 700, text, size: 10 }] }],
      fonts: { F1: font },
      extra: [
        { number: 190, body: streamBody('', Buffer.alloc(400, 7)) },
        { number: 191, body: streamBody('', Buffer.from(map)) },
      ],
    }),
  );
}

test('characters out of the order in which a font numbers them are told; other orders say nothing', async () => {
  const written = 'Statementofaccount1204';
  assert.ok(codesOf(await numbered(written, written)).includes('CHARACTERS_IN_ORDER'));
  const replaced = await numbered('Statementofaccount4204', written);
  assert.ok(codesOf(replaced).includes('CHARACTERS_OUT_OF_ORDER'), codesOf(replaced).join());
  assert.ok(replaced.conclusion.logLikelihoodRatio > 0.7 && replaced.conclusion.isDeepfake === null);
  const alphabet = await numbered(written, [...written.split('')].toSorted().join(''));
  assert.ok(codesOf(alphabet).includes('NOT_NUMBERED_BY_USE'), codesOf(alphabet).join());
});
