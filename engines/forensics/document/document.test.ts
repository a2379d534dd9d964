import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import sharp from 'sharp';
import { examineMedia, type ForensicFindings, MediaRefused } from '../index.ts';
import {
  contentNumber,
  contentObject,
  makeDocument,
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
for (const structure of ['TABLE', 'STREAM'] as const) {
  test(`an untouched document is inconclusive and nothing speaks against it (${structure})`, async () => {
    const findings = await examine(makeDocument({ pages: [statementPage(1), statementPage(2)], structure }));
    assert.equal(findings.conclusion.isDeepfake, null);
    assert.equal(findings.conclusion.logLikelihoodRatio, 0, codesOf(findings).join());
    assert.deepEqual(findings.artefacts, []);
  });

  test(`text replaced by a later saving is found along the chain of cross-references (${structure})`, async () => {
    const first = makeDocument({ pages: [statementPage(1)], structure });
    const findings = await examine(saveAgain(first, [contentObject(statementPage(1, '9,204.50'))], structure));
    assert.ok(codesOf(findings).includes('TEXT_REPLACED'));
    assert.equal(findings.artefacts[0]?.kind, 'HEAT_MAP');
    const region = findings.detectors.find(({ name }) => name === 'pdf-revisions')?.finding?.regions?.[0];
    assert.ok(region && Math.abs(region.x - 440 / 595) < 0.01, JSON.stringify(region));
  });
}

test('the heat map shows the page as it looks, pale, and red where something stands out', async () => {
  const first = makeDocument({ pages: [statementPage(1)] });
  const { artefacts } = await examine(saveAgain(first, [contentObject(statementPage(1, '9,204.50'))]));
  const { data, info } = await sharp(artefacts[0]?.bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): number[] => {
    const from = info.channels * (Math.round(y * info.height) * info.width + Math.round(x * info.width));
    return [...data.subarray(from, from + 3)];
  };
  assert.deepEqual(at(0.02, 0.02), [255, 255, 255], 'paper is white');
  const [red = 0, green = 255] = at(441 / 595, (842 - 612) / 842);
  assert.ok(red > 180 && green < 160, `${red} ${green}`);
});

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
  const appended = await examine(saveAgain(signed, [contentObject(statementPage(3, '8,204.50'))]));
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

for (const structure of ['TABLE', 'STREAM'] as const) {
  test(`damaged files are a refusal or an answer, never another error (${structure})`, async () => {
    const first = makeDocument({ pages: [statementPage(1)], structure });
    const good = saveAgain(first, [contentObject(statementPage(1, '9,204.50'))], structure);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 20 }), async (changes) => {
        const bytes = Buffer.from(good);
        for (const [at, value] of changes) bytes[at] = value;
        try {
          await examine(bytes);
        } catch (error) {
          assert.ok(error instanceof MediaRefused, String(error));
        }
      }),
      { numRuns: 30, seed: 1 },
    );
  });
}

for (const structure of ['TABLE', 'STREAM'] as const) {
  test(`bytes in front of the header are told, and places are counted from it or from the first byte (${structure})`, async () => {
    const made = saveAgain(
      makeDocument({ pages: [statementPage(1)], structure }),
      [contentObject(statementPage(1, '9,204.50'))],
      structure,
    );
    const before = Buffer.from('\x1b%-12345X@PJL JOB\r\n', 'latin1');
    const findings = await examine(Buffer.concat([before, made]));
    const codes = codesOf(findings);
    assert.ok(codes.includes('BYTES_BEFORE_HEADER') && codes.includes('TEXT_REPLACED'), codes.join());
    assert.deepEqual(findings.artefacts.length, 1, 'drawn all the same');
    const signed = await examine(Buffer.concat([before, sign(makeDocument({ pages: [statementPage(1)] }))]));
    assert.ok(codesOf(signed).includes('SIGNED_BYTES_WHOLE'), codesOf(signed).join());
    assert.equal(signed.conclusion.logLikelihoodRatio, 0);
    await assert.rejects(examine(Buffer.concat([Buffer.alloc(1100, 32), Buffer.from('no header')])), {
      code: 'UNPROCESSABLE_MEDIA',
    });
  });
}

test('a file that counts its places from its first byte, in front of the header, is read as it counts', async () => {
  const before = '@PJL JOB\n';
  const text = makeDocument({ pages: [statementPage(1)] }).toString('latin1');
  const moved = text
    .replaceAll(
      /^(\d{10}) 00000 n/gm,
      (_, at: string) => `${String(Number(at) + before.length).padStart(10, '0')} 00000 n`,
    )
    .replace(/startxref\n(\d+)/, (_, at: string) => `startxref\n${Number(at) + before.length}`);
  const codes = codesOf(await examine(Buffer.from(before + moved, 'latin1')));
  assert.ok(codes.includes('SAVED_ONCE') && codes.includes('BYTES_BEFORE_HEADER'), codes.join());
});

test('a picture, an archive or a page of the web that is a PDF at the same time is refused', async () => {
  const good = makeDocument({ pages: [statementPage(1)] });
  for (const head of ['\xff\xd8\xff\xe0\0\x10JFIF\0', '\x89PNG\r\n\x1a\n', 'GIF89a', 'PK\x03\x04', '<!doctype html>']) {
    await assert.rejects(examine(Buffer.concat([Buffer.from(head, 'latin1'), good])), /at the same time/);
  }
});

test('circles of references, page trees and cross-references end', async () => {
  const text = makeDocument({ pages: [statementPage(1)] }).toString('latin1');
  const circles = [
    text.replace('/Kids [10 0 R]', '/Kids [ 2 0 R]'),
    text.replace('/Resources 3 0 R', '/Resources 9 0 R').replace('<< /Type /Catalog', '9 0 R % << /Type /Catalog'),
    text.replace('/Root 1 0 R', `/Prev ${/startxref\n(\d+)/.exec(text)?.[1]} /Root 1 0 R`),
  ];
  for (const circle of circles) {
    const findings = await examine(Buffer.from(circle, 'latin1')).catch((error: unknown) => error);
    assert.ok(findings instanceof MediaRefused || (findings as ForensicFindings).conclusion.isDeepfake === null);
  }
  const deep = Buffer.from(`%PDF-1.7\n1 0 obj ${'['.repeat(100_000)} endobj trailer << /Root 1 0 R >>`, 'latin1');
  await assert.rejects(examine(deep), { code: 'UNPROCESSABLE_MEDIA' });
});
