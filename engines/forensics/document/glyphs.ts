import { type Detector, type Evidence, type Finding, nothing, type Region } from '../types.ts';
import { regionOf } from './lines.ts';
import type { OpenedDocument, Page } from './open.ts';
import type { TextItem } from './pdf/content.ts';
import type { Font } from './pdf/fonts.ts';
import { readToUnicode } from './pdf/to-unicode.ts';
import { type Dictionary, Name } from './pdf/values.ts';

// Taking pages out of a document leaves them too, which is honest: told, and not clear by itself.
const LEFT_OVER = 0.25;
const FOREIGN = 1.2;
/** Characters a font must have for its list to be judged. */
const FEWEST = 8;
/** A program that lists much more than is drawn lists everything, always. */
const MOST_LEFT_OVER = 0.2;
const MOST_FONTS = 200;
/** Share of all characters. */
const OFTEN = 0.05;

interface Usage {
  font: Font;
  /** How often each code is drawn. */
  codes: Map<number, number>;
  total: number;
  /** Where codes stand that the list does not have. */
  places: { page: Page; text: TextItem; codes: number[] }[];
}

/**
 * Embedded subsets against what is drawn with them. A program that writes a document puts into a subset the characters
 * that it draws, and lists what they mean (ToUnicode). Text replaced afterwards leaves characters that nothing draws, or
 * draws characters that the list does not have.
 */
export const glyphsDetector: Detector<OpenedDocument> = {
  name: 'pdf-glyphs',
  version: '3',
  family: 'GLYPHS',
  applicable: ({ pages }) =>
    pages.some(({ items }) => items.some((item) => item.kind === 'TEXT' && isSubset(item.font)))
      ? { applies: true }
      : { applies: false, reason: 'The document has no embedded subset of a font.' },
  examine(document): Finding {
    const { pages, view } = document;
    const elsewhere = fontsElsewhere(document);
    const evidence: Evidence[] = [];
    const regions: Region[] = [];
    let ratio = 0;
    for (const usage of usages(pages).slice(0, MOST_FONTS)) {
      const list = readToUnicode(view, usage.font.dictionary);
      if (!list || list.size < FEWEST || elsewhere.has(usage.font.dictionary)) continue;
      const seen = [...list].filter(([code, meaning]) => code !== 0 && !isBlank(meaning));
      const unused = seen.filter(([code]) => !usage.codes.has(code));
      if (unused.length > 0 && unused.length <= MOST_LEFT_OVER * seen.length) {
        ratio = Math.max(ratio, LEFT_OVER);
        evidence.push({
          code: 'CHARACTERS_LEFT_OVER',
          detail: `A subset of a font holds ${unused.length} character${unused.length > 1 ? 's' : ''} (of ${seen.length}) that no page draws, as where text was replaced or pages were taken out.`,
        });
      }
      // Some programs do not list the space, which is drawn more often than anything that was typed in.
      const foreign = new Set(
        [...usage.codes]
          .filter(([code, count]) => code !== 0 && !list.has(code) && count <= OFTEN * usage.total)
          .filter(([code]) => wouldBeListed(view, usage, list, code))
          .map(([code]) => code),
      );
      const unknown = foreign.size;
      if (unknown > 0 && unknown <= MOST_LEFT_OVER * usage.codes.size) {
        ratio = Math.max(ratio, FOREIGN);
        evidence.push({
          code: 'CHARACTERS_NOT_LISTED',
          detail: `Text uses ${unknown} character${unknown > 1 ? 's' : ''} that the subset of its font does not list, as where it was typed in afterwards.`,
        });
        const strange = usage.places.filter(({ codes }) => codes.some((code) => foreign.has(code)));
        regions.push(...strange.slice(0, 100).map(({ page, text }) => regionOf(page, text.bounds, 0.8)));
      }
    }
    if (ratio === 0) {
      return nothing(1, [{ code: 'SUBSETS_FIT', detail: 'Subsets of fonts hold what is drawn, and nothing else.' }]);
    }
    return {
      logLikelihoodRatio: ratio,
      quality: 1,
      evidence: evidence.slice(0, 20),
      regions,
      manipulation: 'DOCUMENT_EDIT',
    };
  },
};

/**
 * Whether a program that lists what its characters mean would have listed this one: signs without a meaning of their own
 * (parts of brackets, ligatures, logos) it cannot list. Of a font with two bytes a code, those are known that the program
 * gave a width to; of others, those whose name or code is a letter, a digit or a sign of amounts.
 */
function wouldBeListed(
  view: OpenedDocument['view'],
  { font, codes }: Usage,
  list: ReadonlyMap<number, string>,
  code: number,
): boolean {
  // Some leave out widths that are the font's usual one: then widths say nothing.
  if (font.codeBytes === 2) {
    return !font.hasWidth(code) && [...codes.keys()].every((one) => !list.has(one) || font.hasWidth(one));
  }
  const name = nameOf(view, font, code);
  return name === null ? /^[A-Za-z0-9.,]$/.test(String.fromCharCode(code)) : PLAIN.test(name);
}

const PLAIN = /^(?:[A-Za-z]|zero|one|two|three|four|five|six|seven|eight|nine|period|comma)$/;
const MOST_DIFFERENCES = 1000;

/** The name that the font's own encoding gives a code (9.6.5.1); null where it gives none. */
function nameOf(view: OpenedDocument['view'], { dictionary }: Font, code: number): string | null {
  let at = 0;
  let found: string | null = null;
  for (const value of view
    .array(view.dictionary(dictionary.get('Encoding'))?.get('Differences'))
    .slice(0, MOST_DIFFERENCES)) {
    if (typeof value === 'number') at = value;
    else if (value instanceof Name && at++ === code) found = value.name;
  }
  return found;
}

export const isSubset = ({ tag, embedded, type }: Font): boolean => tag !== null && embedded && type !== 'Type3';
export const isBlank = (meaning: string): boolean => /^[\s\p{C}\p{Zs}\u00ad]*$/u.test(meaning);

function usages(pages: readonly Page[]): Usage[] {
  const found = new Map<Dictionary, Usage>();
  for (const page of pages) {
    for (const item of page.items) {
      if (item.kind !== 'TEXT' || !isSubset(item.font)) continue;
      const known = found.get(item.font.dictionary) ?? {
        font: item.font,
        codes: new Map<number, number>(),
        total: 0,
        places: [],
      };
      found.set(item.font.dictionary, known);
      const codes = codesOf(item);
      for (const code of codes) known.codes.set(code, (known.codes.get(code) ?? 0) + 1);
      known.total += codes.length;
      known.places.push({ page, text: item, codes });
    }
  }
  return [...found.values()];
}

/** Codes of a text in its font. */
export function codesOf({ codes, font }: TextItem): number[] {
  if (font.codeBytes === 1) return Array.from(codes, (character) => character.charCodeAt(0));
  const list: number[] = [];
  for (let at = 0; at + 1 < codes.length; at += 2) list.push(codes.charCodeAt(at) * 256 + codes.charCodeAt(at + 1));
  return list;
}

/** Fonts that forms and annotations draw with: what they draw is not read here. */
export function fontsElsewhere({ view, pages }: OpenedDocument): ReadonlySet<Dictionary> {
  const fonts = new Set<Dictionary>();
  const take = (resources: Dictionary | null): void => {
    for (const value of view.dictionary(resources?.get('Font'))?.values() ?? []) {
      const font = view.dictionary(value);
      if (font) fonts.add(font);
    }
  };
  const root = view.dictionary(view.trailer.get('Root'));
  take(view.dictionary(view.dictionary(root?.get('AcroForm'))?.get('DR')));
  for (const { dictionary } of pages) {
    for (const value of view.array(dictionary.get('Annots')).slice(0, 500)) {
      const appearance = view.dictionary(view.dictionary(value)?.get('AP'));
      take(view.dictionary(view.dictionary(appearance?.get('N'))?.get('Resources')));
    }
  }
  return fonts;
}
