import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examineMedia, type ForensicFindings } from '../index.ts';
import {
  contentNumber,
  contentOf,
  makeDocument,
  type PageMade,
  saveAgain,
  show,
  sign,
  statementPage,
  streamBody,
} from '../testing/pdf-maker.ts';

const examine = (bytes: Uint8Array): Promise<ForensicFindings> =>
  examineMedia({ kind: 'DOCUMENT', mediaType: 'application/pdf', bytes });
const codesOf = ({ detectors }: ForensicFindings): string[] =>
  detectors.flatMap(({ finding }) => finding?.evidence.map(({ code }) => code) ?? []);
const content = (page: PageMade): { number: number; body: Buffer } => ({
  number: contentNumber(0),
  body: streamBody('', Buffer.from(contentOf(page), 'latin1')),
});

for (const structure of ['TABLE', 'STREAM'] as const) {
  test(`an untouched document is inconclusive and nothing speaks against it (${structure})`, async () => {
    const findings = await examine(makeDocument({ pages: [statementPage(1), statementPage(2)], structure }));
    assert.equal(findings.conclusion.isDeepfake, null);
    assert.equal(findings.conclusion.logLikelihoodRatio, 0, codesOf(findings).join());
    assert.deepEqual(findings.artefacts, []);
  });

  test(`text replaced by a later saving is found along the chain of cross-references (${structure})`, async () => {
    const first = makeDocument({ pages: [statementPage(1)], structure });
    const findings = await examine(saveAgain(first, [content(statementPage(1, '9,204.50'))], structure));
    assert.ok(codesOf(findings).includes('TEXT_REPLACED'));
    assert.equal(findings.artefacts[0]?.kind, 'HEAT_MAP');
    const region = findings.detectors.find(({ name }) => name === 'pdf-revisions')?.finding?.regions?.[0];
    assert.ok(region && Math.abs(region.x - 440 / 595) < 0.01, JSON.stringify(region));
  });
}

test('an end mark inside of a stream is no revision', async () => {
  const extra = [{ number: 100, body: streamBody('', Buffer.from('startxref\n5\n%%EOF\n%%EOF\n'), false) }];
  const findings = await examine(makeDocument({ pages: [statementPage(1)], extra }));
  assert.ok(codesOf(findings).includes('SAVED_ONCE'));
});

test('a signed document that is whole says nothing; further signatures change nothing', async () => {
  const signed = sign(makeDocument({ pages: [statementPage(3)] }));
  const once = await examine(signed);
  assert.ok(codesOf(once).includes('SIGNED_BYTES_WHOLE'), codesOf(once).join());
  assert.equal(once.conclusion.logLikelihoodRatio, 0);
  const twice = await examine(sign(signed, 201));
  assert.ok(codesOf(twice).includes('SAVED_AFTER_SIGNING'), codesOf(twice).join());
  assert.equal(twice.conclusion.isDeepfake, null);
});

test('text changed after signing settles it, by appending and by overwriting', async () => {
  const signed = sign(makeDocument({ pages: [statementPage(3)] }));
  const appended = await examine(saveAgain(signed, [content(statementPage(3, '8,204.50'))]));
  assert.ok(codesOf(appended).includes('PAGE_CHANGED_AFTER_SIGNING'), codesOf(appended).join());
  assert.deepEqual(
    [appended.conclusion.isDeepfake, appended.conclusion.manipulation, appended.conclusion.recommendation],
    [true, 'DOCUMENT_EDIT', 'REJECT'],
  );
  assert.ok(appended.conclusion.confidence >= 90);
  const at = signed.indexOf('Office Writer');
  const overwritten = Buffer.from(signed);
  overwritten.write('office', at, 'latin1');
  const findings = await examine(overwritten);
  assert.ok(codesOf(findings).includes('ALTERED_SINCE_SIGNING'));
  assert.equal(findings.conclusion.isDeepfake, true);
});

test('text under a white area with other text on top, in a file written anew', async () => {
  const page = statementPage(4);
  const after = `1 g 436 606 80 16 re f 0 g ${show({ x: 440, y: 610, text: '99,204.50' })}`;
  const findings = await examine(makeDocument({ pages: [{ ...page, after }] }));
  assert.ok(codesOf(findings).includes('TEXT_COVERED_AND_REWRITTEN'), codesOf(findings).join());
  assert.equal(findings.conclusion.isDeepfake, null, 'one family does not settle it');
  assert.ok(findings.conclusion.logLikelihoodRatio >= 1.5);
});

test('a table painted on shaded rows is not covered text', async () => {
  const before = Array.from({ length: 9 }, (_, row) => `0.9 g 50 ${722 - 48 * row} 500 20 re f\n`).join('');
  const findings = await examine(makeDocument({ pages: [{ ...statementPage(5), before }] }));
  assert.ok(codesOf(findings).includes('NOTHING_COVERED'));
});

test('encrypted, damaged and endless files are refused with a code', async () => {
  const good = makeDocument({ pages: [statementPage(1)] });
  const encrypted = Buffer.from(good.toString('latin1').replace('/Root 1 0 R', '/Encrypt 9 0 R /Root 1 0 R'), 'latin1');
  await assert.rejects(examine(encrypted), { code: 'MEDIA_ENCRYPTED' });
  await assert.rejects(examine(Buffer.from('%PDF-1.7\nnothing at all')), { code: 'UNPROCESSABLE_MEDIA' });
  await assert.rejects(examine(good.subarray(0, 30)), { code: 'UNPROCESSABLE_MEDIA' });
  const bomb = streamBody('', Buffer.alloc(80 * 2 ** 20, 32));
  const swollen = saveAgain(good, [{ number: contentNumber(0), body: bomb }]);
  await assert.rejects(examine(swollen), { code: 'UNPROCESSABLE_MEDIA' });
});
