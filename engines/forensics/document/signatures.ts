import { createHash } from 'node:crypto';
import { type Detector, type Evidence, type Finding, nothing, type Region } from '../types.ts';
import { type OpenedDocument, pagesOf } from './open.ts';
import { isDictionary, Text } from './pdf/values.ts';
import { changeOf } from './revisions.ts';
import { messageDigestOf } from './signed-data.ts';

interface Signature {
  /** Start and length of the two signed parts. */
  range: readonly [number, number, number, number];
  contents: Uint8Array;
}

const BROKEN = 3;
const CHANGED_AFTER = 3;
const MOST_SIGNATURES = 20;

/**
 * Signatures of the document (ISO 32000-2, 12.8): whether the bytes that each covers are those that were signed, and
 * what was appended behind it. Who signed is not asked: no certificate is trusted or distrusted here.
 */
export const signaturesDetector: Detector<OpenedDocument> = {
  name: 'pdf-signatures',
  version: '1',
  family: 'SIGNATURE',
  applicable: (document) =>
    signaturesOf(document).length > 0 ? { applies: true } : { applies: false, reason: 'The document is not signed.' },
  examine(document): Finding {
    const evidence: Evidence[] = [];
    const regions: Region[] = [];
    let ratio = 0;
    let settles = false;
    for (const [index, signature] of signaturesOf(document).entries()) {
      const which = `Signature ${index + 1}`;
      const whole = isWhole(document.bytes, signature);
      if (whole === false) {
        ratio = Math.max(ratio, BROKEN);
        settles = true;
        evidence.push({
          code: 'ALTERED_SINCE_SIGNING',
          detail: `${which}: the bytes that it covers are not those that were signed.`,
        });
      } else if (whole === null) {
        evidence.push({
          code: 'SIGNATURE_NOT_CHECKED',
          detail: `${which} is of a form whose digest cannot be checked here.`,
        });
      } else {
        evidence.push({
          code: 'SIGNED_BYTES_WHOLE',
          detail: `${which}: the bytes that it covers are those that were signed; by whom is not checked.`,
        });
      }
      const end = signature.range[2] + signature.range[3];
      const state = document.file.revisions.findLastIndex((revision) => revision.offset < end);
      if (state < 0 || state === document.file.revisions.length - 1) continue;
      const change = changeOf(pagesOf(document.file.view(state)), document.pages);
      const codes = change.evidence.map(({ code }) => code);
      if (codes.includes('TEXT_REPLACED') || codes.includes('TEXT_ADDED') || codes.includes('PAINT_CHANGED')) {
        ratio = Math.max(ratio, CHANGED_AFTER);
        settles = true;
        regions.push(...change.regions);
        evidence.push({
          code: 'PAGE_CHANGED_AFTER_SIGNING',
          detail: `${which}: what pages show was changed after it was made.`,
        });
      } else if (change.ratio > 0) {
        ratio = Math.max(ratio, 1);
        regions.push(...change.regions);
        evidence.push({
          code: 'ADDED_AFTER_SIGNING',
          detail: `${which}: annotations or pages were added after it was made.`,
        });
      } else {
        evidence.push({
          code: 'SAVED_AFTER_SIGNING',
          detail: `${which}: the file was saved again after it, with nothing to be seen changed (further signatures, time stamps).`,
        });
      }
    }
    if (ratio === 0) return nothing(1, evidence);
    return { logLikelihoodRatio: ratio, quality: 1, evidence, regions, manipulation: 'DOCUMENT_EDIT', settles };
  },
};

function signaturesOf({ view, bytes }: OpenedDocument): Signature[] {
  const found: Signature[] = [];
  for (const number of view.objectNumbers) {
    if (found.length >= MOST_SIGNATURES) break;
    const object = view.object(number);
    if (!isDictionary(object) || !object.has('ByteRange')) continue;
    const contents = view.resolve(object.get('Contents'));
    const [a, b, c, d] = view.array(object.get('ByteRange')).map((value) => view.number(value) ?? -1);
    if (a === undefined || b === undefined || c === undefined || d === undefined) continue;
    const inside = a >= 0 && b > 0 && c >= a + b && d >= 0 && c + d <= bytes.length;
    if (inside && contents instanceof Text) found.push({ range: [a, b, c, d], contents: contents.bytes });
  }
  return found;
}

/** Whether the covered bytes have the digest that was signed; null where that cannot be told. */
function isWhole(bytes: Uint8Array, { range, contents }: Signature): boolean | null {
  const signed = messageDigestOf(contents);
  if (!signed) return null;
  const [a, b, c, d] = range;
  const digest = createHash(signed.algorithm)
    .update(bytes.subarray(a, a + b))
    .update(bytes.subarray(c, c + d))
    .digest();
  return digest.equals(signed.digest);
}
