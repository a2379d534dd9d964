import { type Detector, type Evidence, type Finding, nothing, type Region } from '../types.ts';
import { textChange } from './compare.ts';
import { regionOf } from './lines.ts';
import { type OpenedDocument, type Page, pagesOf } from './open.ts';

const TEXT_REPLACED = 2;
const TEXT_ADDED = 1.2;
const PAINT_CHANGED = 1.2;
const ANNOTATED = 0.8;
const MOST_COMPARED = 8;
/** Annotations that people add when they read, sign or fill in. */
const HARMLESS = new Set(['Widget', 'Link', 'Popup', 'Highlight', 'Underline', 'StrikeOut', 'Squiggly', 'Text']);

/**
 * What was changed when the document was saved again behind its first end: each state is opened along the chain of
 * cross-references as it was, and what its pages show is compared.
 */
export const revisionsDetector: Detector<OpenedDocument> = {
  name: 'pdf-revisions',
  version: '1',
  family: 'REVISIONS',
  applicable: ({ file }) =>
    file.rebuilt
      ? { applies: false, reason: 'The cross-reference of the file is damaged, so that its history cannot be walked.' }
      : { applies: true },
  examine(document): Finding {
    const { file, pages } = document;
    const count = file.revisions.length;
    if (count === 1) {
      return nothing(1, [
        { code: 'SAVED_ONCE', detail: 'The file holds one state; earlier ones, if any, were not kept.' },
      ]);
    }
    const evidence: Evidence[] = [
      { code: 'SAVED_AGAIN', detail: `The file holds ${count} states, saved one after another.` },
    ];
    const regions: Region[] = [];
    let ratio = 0;
    for (let revision = Math.max(0, count - 1 - MOST_COMPARED); revision < count - 1; revision++) {
      const before = pagesOf(file.view(revision));
      const after = revision + 1 === count - 1 ? pages : pagesOf(file.view(revision + 1));
      const change = changeOf(before, after);
      ratio = Math.max(ratio, change.ratio);
      regions.push(...change.regions);
      for (const one of change.evidence) {
        evidence.push({ code: one.code, detail: `Between states ${revision + 1} and ${revision + 2}: ${one.detail}` });
      }
    }
    if (ratio === 0) return nothing(1, evidence.slice(0, 20));
    return {
      logLikelihoodRatio: ratio,
      quality: 1,
      evidence,
      regions: regions.slice(0, 500),
      manipulation: 'DOCUMENT_EDIT',
    };
  },
};

export interface Change {
  ratio: number;
  evidence: Evidence[];
  regions: Region[];
}

/** What differs for the eye between two states of a document. */
export function changeOf(before: readonly Page[], after: readonly Page[]): Change {
  const evidence: Evidence[] = [];
  const regions: Region[] = [];
  let ratio = 0;
  const told = (code: string, weight: number, numbers: readonly number[], detail: string): void => {
    if (numbers.length === 0) return;
    ratio = Math.max(ratio, weight);
    evidence.push({
      code,
      detail: `${detail} on page ${numbers
        .slice(0, 10)
        .map((n) => n + 1)
        .join(', ')}.`,
    });
  };
  const [replaced, added, painted, annotated]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (const page of after) {
    const earlier = page.object === null ? before[page.index] : before.find(({ object }) => object === page.object);
    if (!earlier) continue;
    const change = textChange(earlier, page);
    if (change) {
      (change.removed > 0 ? replaced : added).push(page.index);
      regions.push(...change.added.slice(0, 100).map(({ bounds }) => regionOf(page, bounds, 1)));
    } else if (paint(earlier) !== paint(page)) painted.push(page.index);
    const known = new Set(earlier.annotations.map((one) => `${one.kind} ${one.object ?? one.bounds.join(' ')}`));
    const fresh = page.annotations.filter(
      (one) => !HARMLESS.has(one.kind) && !known.has(`${one.kind} ${one.object ?? one.bounds.join(' ')}`),
    );
    if (fresh.length > 0) annotated.push(page.index);
    regions.push(...fresh.slice(0, 100).map(({ bounds }) => regionOf(page, bounds, 0.8)));
  }
  told('TEXT_REPLACED', TEXT_REPLACED, replaced, 'text of the page was replaced or taken away');
  told('TEXT_ADDED', TEXT_ADDED, added, 'text was added to the page itself');
  told('PAINT_CHANGED', PAINT_CHANGED, painted, 'pictures or filled areas of the page changed');
  told('ANNOTATION_ADDED', ANNOTATED, annotated, 'annotations that paint were added');
  if (before.length !== after.length) {
    evidence.push({
      code: 'PAGES_CHANGED',
      detail: `the document had ${before.length} pages and has ${after.length}.`,
    });
    ratio = Math.max(ratio, 0.5);
  }
  if (evidence.length === 0)
    evidence.push({ code: 'SAME_TO_THE_EYE', detail: 'nothing that is seen on a page changed.' });
  return { ratio, evidence, regions };
}

/** Everything painted that is no text. */
const paint = ({ items }: Page): string =>
  items
    .filter(({ kind }) => kind !== 'TEXT')
    .map(({ kind, bounds }) => `${kind}${bounds.map(Math.round).join(',')}`)
    .join(';');
