import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { examineMedia, type ForensicFindings } from './index.ts';
import { judge } from './provenance.ts';
import { testSigner } from './testing/content-credentials.ts';

const GENERATED = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';
const CAPTURED = 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture';
const store = (digitalSourceType: string | null, more: object = {}): Parameters<typeof judge>[0] => ({
  active_manifest: 'urn:one',
  manifests: {
    'urn:one': {
      assertions: [
        {
          label: 'c2pa.actions.v2',
          data: { actions: [{ action: 'c2pa.created', ...(digitalSourceType && { digitalSourceType }) }] },
        },
      ],
    },
  },
  validation_state: 'Valid',
  ...more,
});
const codesOf = (finding: ReturnType<typeof judge>): string[] => finding.evidence.map(({ code }) => code);

test('credentials that say generated disclose it', () => {
  const finding = judge(store(GENERATED));
  assert.deepEqual([finding.manipulation, finding.settles], ['AI_DISCLOSED', true]);
  assert.deepEqual(codesOf(finding), ['CREDENTIALS_VALID_UNTRUSTED', 'CREDENTIALS_SAY_GENERATED']);
});

test('valid is not trusted: a camera whose signer nobody trusts settles nothing', () => {
  const finding = judge(store(CAPTURED));
  assert.equal(finding.logLikelihoodRatio, 0);
  assert.equal(finding.settles, undefined);
  const trusted = judge(store(CAPTURED, { validation_state: 'Trusted' }));
  assert.deepEqual([trusted.logLikelihoodRatio, trusted.settles], [-3.5, true]);
});

test('a broken hash says altered since signing, and nothing of how', () => {
  for (const type of [null, CAPTURED]) {
    const failure = [{ code: 'assertion.dataHash.mismatch' }];
    const finding = judge(
      store(type, { validation_state: 'Invalid', validation_results: { activeManifest: { failure } } }),
    );
    assert.deepEqual(codesOf(finding), ['CREDENTIALS_ALTERED_SINCE']);
    assert.ok(finding.logLikelihoodRatio > 0 && finding.logLikelihoodRatio < Math.log(9));
    assert.notEqual(finding.manipulation, 'AI_DISCLOSED');
    assert.equal(finding.settles, undefined);
  }
});

test('an untrusted signer alone is no failure', () => {
  const failure = [{ code: 'signingCredential.untrusted' }];
  const finding = judge(store(null, { validation_results: { activeManifest: { failure } } }));
  assert.deepEqual(codesOf(finding), ['CREDENTIALS_VALID_UNTRUSTED']);
  assert.equal(finding.logLikelihoodRatio, 0);
});

const picture = (): Sharp => sharp({ create: { width: 64, height: 64, channels: 3, background: '#8899aa' } });
const found = ({ detectors }: ForensicFindings, name: string): string[] =>
  detectors.find((one) => one.name === name)?.finding?.evidence.map(({ code }) => code) ?? [];

test('missing credentials and metadata are told and count for nothing', async () => {
  for (const [mediaType, bytes] of [
    ['image/jpeg', await picture().jpeg().toBuffer()],
    ['image/png', await picture().png().toBuffer()],
    ['image/webp', await picture().webp().toBuffer()],
    ['image/tiff', await picture().tiff().toBuffer()],
    ['image/avif', await picture().avif().toBuffer()],
  ] as const) {
    const findings = await examineMedia({ kind: 'IMAGE', mediaType, bytes });
    assert.deepEqual(found(findings, 'content-credentials'), ['CREDENTIALS_ABSENT'], mediaType);
    assert.deepEqual([findings.conclusion.isDeepfake, findings.conclusion.confidence], [null, 50]);
    assert.equal(findings.conclusion.logLikelihoodRatio, 0);
  }
});

test('a digital source type in XMP discloses; a partly generated one goes to a person', async () => {
  const xmp = (term: string): string =>
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"><Iptc4xmpExt:DigitalSourceType>http://cv.iptc.org/newscodes/digitalsourcetype/${term}</Iptc4xmpExt:DigitalSourceType></rdf:Description></rdf:RDF></x:xmpmeta>`;
  const examine = async (term: string): Promise<ForensicFindings> =>
    examineMedia({
      kind: 'IMAGE',
      mediaType: 'image/jpeg',
      bytes: await picture().withXmp(xmp(term)).jpeg().toBuffer(),
    });
  const whole = await examine('trainedAlgorithmicMedia');
  assert.deepEqual([whole.conclusion.isDeepfake, whole.conclusion.manipulation], [true, 'AI_DISCLOSED']);
  const part = await examine('compositeWithTrainedAlgorithmicMedia');
  assert.deepEqual([part.conclusion.isDeepfake, part.conclusion.recommendation], [null, 'REVIEW']);
  const camera = await examine('digitalCapture');
  assert.equal(camera.conclusion.logLikelihoodRatio, 0, 'an unsigned claim of a camera counts for nothing');
});

test('a JUMBF box that is garbage is unreadable, not a verdict', async () => {
  const jpeg = await picture().jpeg().toBuffer();
  const jumbf = Buffer.concat([
    Buffer.from('4a500001000000010000002c6a756d62000000246a756d6463327061', 'hex'),
    Buffer.alloc(28, 0x41),
  ]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(jumbf.length + 2);
  const bytes = Buffer.concat([jpeg.subarray(0, 2), Buffer.from('ffeb', 'hex'), length, jumbf, jpeg.subarray(2)]);
  const findings = await examineMedia({ kind: 'IMAGE', mediaType: 'image/jpeg', bytes });
  assert.equal(findings.conclusion.isDeepfake, null);
  assert.ok(!found(findings, 'content-credentials').includes('CREDENTIALS_VALID_UNTRUSTED'));
});

test('signed pictures: valid, trusted by the list given, altered since', async () => {
  const signer = testSigner();
  for (const [mediaType, plain] of [
    ['image/jpeg', await picture().jpeg().toBuffer()],
    ['image/png', await picture().png().toBuffer()],
  ] as const) {
    const examine = (bytes: Uint8Array, anchors: string | null): Promise<ForensicFindings> =>
      examineMedia({ kind: 'IMAGE', mediaType, bytes, trust: anchors === null ? null : { anchors } });
    const generated = await signer.sign(plain, mediaType, 'trainedAlgorithmicMedia');
    const disclosed = await examine(generated, null);
    assert.deepEqual(found(disclosed, 'content-credentials'), [
      'CREDENTIALS_VALID_UNTRUSTED',
      'CREDENTIALS_SAY_GENERATED',
    ]);
    assert.deepEqual([disclosed.conclusion.isDeepfake, disclosed.conclusion.manipulation], [true, 'AI_DISCLOSED']);

    const captured = await signer.sign(plain, mediaType, 'digitalCapture');
    const untrusted = await examine(captured, null);
    assert.deepEqual(found(untrusted, 'content-credentials'), ['CREDENTIALS_VALID_UNTRUSTED']);
    assert.equal(untrusted.conclusion.isDeepfake, null);
    const stranger = await examine(captured, testSigner().anchor);
    assert.equal(stranger.conclusion.isDeepfake, null);
    const trusted = await examine(captured, signer.anchor);
    assert.deepEqual([trusted.conclusion.isDeepfake, trusted.conclusion.recommendation], [false, 'ACCEPT']);

    if (mediaType !== 'image/jpeg') continue;
    const altered = Buffer.from(captured);
    altered[altered.length - 20] = (altered[altered.length - 20] ?? 0) ^ 1;
    const changed = await examine(altered, signer.anchor);
    assert.deepEqual(found(changed, 'content-credentials'), ['CREDENTIALS_ALTERED_SINCE']);
    assert.equal(changed.conclusion.isDeepfake, null, 'altered is not made by a model');
  }
});
