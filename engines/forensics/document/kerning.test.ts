import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examineMedia, type ForensicFindings } from '../index.ts';
import { HELVETICA, makeDocument } from '../testing/pdf-maker.ts';

const codesOf = ({ detectors }: ForensicFindings): string[] =>
  detectors.flatMap(({ finding }) => finding?.evidence.map(({ code }) => code) ?? []);

/** Lines of text with "Av" set closer by 80 and "Wa" by 60, as in each of them; one line as it is given. */
function page(replaced: string): string {
  const lines = Array.from({ length: 30 }, () => '[(A) 80 (very W) 60 (anda Y) 70 (ates)] TJ');
  lines[12] = replaced;
  return lines.map((line, at) => `BT /F1 10 Tf 60 ${800 - 20 * at} Td ${line} ET\n`).join('');
}
const examine = (replaced: string): Promise<ForensicFindings> =>
  examineMedia({
    kind: 'DOCUMENT',
    mediaType: 'application/pdf',
    bytes: makeDocument({ pages: [{ runs: [], after: page(replaced) }], fonts: { F1: HELVETICA } }),
  });

test('text that was put in without the distances that the document keeps is found', async () => {
  const even = codesOf(await examine('[(W) 60 (anda Y) 70 (ates)] TJ'));
  assert.ok(even.includes('DISTANCES_EVEN'), even.join());
  const replaced = await examine('(Wanda Avery) Tj');
  assert.ok(codesOf(replaced).includes('DISTANCE_DIFFERS'), codesOf(replaced).join());
  assert.equal(replaced.conclusion.isDeepfake, null);
});
