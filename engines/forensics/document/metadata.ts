import { type Detector, type Evidence, type Finding, nothing } from '../types.ts';
import { sourceClaim } from '../source-type.ts';
import { readXmp, type XmpFacts } from '../xmp.ts';
import type { OpenedDocument } from './open.ts';
import { isDictionary, Stream, Text, type Value } from './pdf/values.ts';

/** Programs whose purpose is to change pages of finished documents. */
const EDITORS =
  /\b(sejda|ilovepdf|smallpdf|pdfescape|pdf-?xchange editor|pdfelement|soda pdf|pdffiller|dochub|pdf candy|pdf24|nitro pro|foxit phantom|foxit pdf editor|infix|pdfsam enhanced|master pdf editor|inkscape|photoshop|gimp|libreoffice draw|canva|icecream pdf)\b/i;

/**
 * Metadata are written by whoever likes, and honest files are finished in programs for editing, saved again and changed
 * later than they were made: together they count less than one clear trace.
 */
const MOST = 0.65;
const MINUTE = 60_000;

/** Producer, dates and identifiers of the file held against one another. */
export const documentMetadataDetector: Detector<OpenedDocument> = {
  name: 'pdf-metadata',
  version: '3',
  family: 'METADATA',
  applicable: () => ({ applies: true }),
  examine(document): Finding {
    const { info, xmp } = factsOf(document);
    const evidence: Evidence[] = [];
    let ratio = 0;
    const told = (code: string, weight: number, detail: string): void => {
      ratio += weight;
      evidence.push({ code, detail });
    };
    const { bytesBefore } = document.file;
    if (bytesBefore > 0) {
      told(
        'BYTES_BEFORE_HEADER',
        0,
        `${bytesBefore} bytes stand in front of the header of the file, as printers and servers leave them.`,
      );
    }
    const generated = (xmp?.digitalSourceTypes ?? []).some((value) => sourceClaim(value)?.claim === 'GENERATED');
    if (generated) {
      const detail =
        'The metadata of the document say that it was made by a generative model. The statement is not signed.';
      const disclosed = [{ code: 'DIGITAL_SOURCE_TYPE_GENERATED', detail }];
      return { logLikelihoodRatio: 3, quality: 1, evidence: disclosed, manipulation: 'AI_DISCLOSED', settles: true };
    }
    const tools = [info['Producer'], info['Creator'], xmp?.producer, ...(xmp?.creatorTools ?? [])];
    const editor = tools.map((tool) => EDITORS.exec(tool ?? '')?.[1]).find((name) => name !== undefined);
    if (editor !== undefined) {
      told(
        'EDITOR_NAMED',
        0.6,
        `The file names ${editor}, a program that changes finished documents, among its makers.`,
      );
    }
    const created = dateOf(info['CreationDate']);
    const modified = dateOf(info['ModDate']);
    if (created !== null && modified !== null && modified < created - MINUTE) {
      told('DATES_IMPOSSIBLE', 0.5, 'The file says that it was changed before it was made.');
    } else if (created !== null && modified !== null && modified > created + MINUTE) {
      told(
        'CHANGED_LATER',
        0.2,
        'The file says that it was changed later than it was made, as any saving again leaves.',
      );
    }
    const xmpCreated = dateOf(xmp?.createDate ?? undefined);
    if (created !== null && xmpCreated !== null && Math.abs(created - xmpCreated) > 24 * 60 * MINUTE) {
      told('DATES_IN_CONFLICT', 0.5, 'Two places of the file give dates of creation that are more than a day apart.');
    }
    const producer = info['Producer'];
    if (producer !== undefined && xmp?.producer && normal(producer) !== normal(xmp.producer)) {
      told('PRODUCERS_IN_CONFLICT', 0.5, 'Two places of the file name different programs as its maker.');
    }
    const [first, second] = document.view.array(document.view.trailer.get('ID'));
    const differ = first instanceof Text && second instanceof Text && first.raw !== second.raw;
    if (differ && document.file.revisions.length === 1) {
      told(
        'REWRITTEN',
        0.1,
        'The identifiers of the file differ though it holds one state: it was written anew after it was made.',
      );
    }
    if (evidence.length === 0) {
      return nothing(1, [
        { code: 'METADATA_UNREMARKABLE', detail: 'Producer, dates and identifiers do not contradict one another.' },
      ]);
    }
    if (ratio === 0) return nothing(1, evidence);
    return { logLikelihoodRatio: Math.min(MOST, ratio), quality: 1, evidence, manipulation: 'DOCUMENT_EDIT' };
  },
};

const normal = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

function factsOf({ view }: OpenedDocument): { info: Record<string, string | undefined>; xmp: XmpFacts | null } {
  const dictionary = view.dictionary(view.trailer.get('Info'));
  const info: Record<string, string | undefined> = {};
  for (const key of ['Producer', 'Creator', 'CreationDate', 'ModDate']) {
    const value: Value = view.resolve(dictionary?.get(key));
    if (value instanceof Text) info[key] = value.string.slice(0, 300);
  }
  const root = view.resolve(view.trailer.get('Root'));
  const metadata = isDictionary(root) ? view.resolve(root.get('Metadata')) : null;
  const packet = metadata instanceof Stream ? view.decoded(metadata)?.bytes : undefined;
  return { info, xmp: packet ? readXmp(Buffer.from(packet).toString('utf8')) : null };
}

/** PDF's form (7.9.4) or ISO 8601. @returns milliseconds since 1970, or null */
export function dateOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const match =
    /^(?:D:)?(\d{4})-?(\d{2})?-?(\d{2})?T?(\d{2})?:?(\d{2})?:?(\d{2})?(?:\.\d+)?\s*([Z+-])?(\d{2})?[':]?(\d{2})?/.exec(
      text,
    );
  if (!match) return null;
  const part = (index: number, otherwise: number): number => Number(match[index] ?? otherwise);
  const local = Date.UTC(part(1, 0), part(2, 1) - 1, part(3, 1), part(4, 0), part(5, 0), part(6, 0));
  const sign = match[7] === '-' ? -1 : 1;
  const offset = match[7] === '+' || match[7] === '-' ? sign * (part(8, 0) * 60 + part(9, 0)) * MINUTE : 0;
  return Number.isFinite(local) ? local - offset : null;
}
