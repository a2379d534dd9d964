import assert from 'node:assert/strict';
import { test } from 'node:test';
import { constants, deflateSync } from 'node:zlib';
import { examineMedia } from '../index.ts';
import { contentNumber, contentOf, makeDocument, type MadeObject, statementPage } from '../testing/pdf-maker.ts';

const FONT =
  '<< /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+Sans /ToUnicode 191 0 R /FontDescriptor << /Type /FontDescriptor /FontName /ABCDEF+Sans /Flags 32 /FontFile2 190 0 R >> >>';

/** A stream deflated with matches that zlib would choose otherwise. */
function packed(number: number, data: Buffer, strategy: number, dictionary = ''): MadeObject {
  const bytes = deflateSync(data, { strategy });
  const head = Buffer.from(`<< ${dictionary}/Filter /FlateDecode /Length ${bytes.length} >>\nstream\n`, 'latin1');
  return { number, body: Buffer.concat([head, bytes, Buffer.from('\nendstream', 'latin1')]) };
}

const OWN = constants.Z_DEFAULT_STRATEGY;
const OTHER = constants.Z_HUFFMAN_ONLY;
const list = Buffer.from(
  `begincmap 95 beginbfchar\n${Array.from({ length: 95 }, (_, index) => `<${(index + 32).toString(16)}> <00${(index + 32).toString(16)}>`).join('\n')}\nendbfchar endcmap`,
  'latin1',
);
const font = Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * index * 31) % 251));

/** A document whose fonts and pages are compressed in these ways. */
async function finding(fonts: number, pages: readonly number[], tidied = false) {
  const made = pages.map((_, index) => statementPage(index));
  const extra = [
    packed(190, font, fonts),
    packed(191, list, fonts),
    ...pages.map((strategy, index) => {
      const content = contentOf(made[index] ?? { runs: [] });
      return packed(contentNumber(index), Buffer.from(tidied ? content.replaceAll('\n', ' ') : content), strategy);
    }),
  ];
  const bytes = makeDocument({ pages: made, fonts: { F1: FONT, F2: FONT }, extra });
  const { detectors } = await examineMedia({ kind: 'DOCUMENT', mediaType: 'application/pdf', bytes });
  const found = detectors.find(({ name }) => name === 'pdf-streams')?.finding;
  assert.ok(found);
  return { code: found.evidence[0]?.code, ratio: found.logLikelihoodRatio, detail: found.evidence[0]?.detail ?? '' };
}

test('pages compressed as their fonts are say nothing', async () => {
  assert.deepEqual((await finding(OWN, [OWN])).code, 'STREAMS_ALIKE');
  assert.equal((await finding(OWN, [OWN, OWN, OWN])).ratio, 0);
});

test('the only page, or one of several, compressed by another program is told and not decisive', async () => {
  const only = await finding(OWN, [OTHER]);
  assert.deepEqual([only.code, only.ratio], ['PAGE_COMPRESSED_APART', 0.8]);
  const one = await finding(OWN, [OWN, OTHER, OWN]);
  assert.equal(one.ratio, 1.2);
  assert.match(one.detail, /page 2 /);
});

test('all pages compressed anew, or a page put into one line, is what programs that clean up leave', async () => {
  assert.equal((await finding(OWN, [OTHER, OTHER, OTHER])).ratio, 0.3);
  assert.equal((await finding(OWN, [OTHER], true)).ratio, 0.3);
});

test('a file that another program compressed as a whole is not judged', async () => {
  const whole = await finding(OTHER, [OTHER]);
  assert.deepEqual([whole.code, whole.ratio], ['STREAMS_NOT_RECOGNISED', 0]);
  // Of pages alone it takes several that agree.
  assert.equal((await finding(OTHER, [OWN, OTHER])).ratio, 0);
  assert.equal((await finding(OTHER, [OWN, OWN, OTHER, OWN])).ratio, 1.2);
});
