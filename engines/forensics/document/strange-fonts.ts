import { codesOf } from './glyphs.ts';
import type { Page } from './open.ts';
import type { TextItem } from './pdf/content.ts';
import { standardWidths } from './pdf/standard-widths.ts';
import { type Dictionary, Reference, type Value } from './pdf/values.ts';

/** Of all characters, so few may a font have that is strange among the others. */
const RARE = 0.06;
const MOST_RARE = 60;
/** The text around it has so many times as many characters in its font. */
const COMMONER = 3;
/** Sizes that text of one line may have against one another: headings, stamps and footnotes are beyond. */
const SIZES = [0.45, 1.6] as const;
/** Of the size, above and below the baseline: where the middle of a text of the same line may lie. */
const WITHIN = [-0.1, 0.75] as const;
const MIDDLE = 0.35;
/** Pairs of texts that are compared on a page at most. */
const MOST_PAIRS = 2_000_000;

/** Fonts that are hardly used: more of them are how a richly set document looks. */
const MOST_RARE_FONTS = 3;
/** Letters and digits that make a text: symbols are set in fonts of their own. */
const FEWEST_LETTERS = 2;

/** How many characters stand in each font, by its name and by its entry in the file. */
export interface Usage {
  names: ReadonlyMap<string, number>;
  entries: ReadonlyMap<Dictionary, number>;
  total: number;
  /** Whether fonts that are used more than a little are embedded, are not, or both. */
  commonlyEmbedded: ReadonlySet<boolean>;
}

export function usageOf(pages: readonly Page[]): Usage {
  const names = new Map<string, number>();
  const entries = new Map<Dictionary, number>();
  const byEmbedding = new Map<boolean, number>();
  let total = 0;
  for (const { items } of pages) {
    for (const item of items) {
      if (item.kind !== 'TEXT') continue;
      const { name, dictionary } = item.font;
      names.set(name, (names.get(name) ?? 0) + item.count);
      entries.set(dictionary, (entries.get(dictionary) ?? 0) + item.count);
      byEmbedding.set(item.font.embedded, (byEmbedding.get(item.font.embedded) ?? 0) + item.count);
      total += item.count;
    }
  }
  const commonlyEmbedded = new Set([true, false].filter((one) => !isFew({ total }, byEmbedding.get(one) ?? 0)));
  return { names, entries, total, commonlyEmbedded };
}

export const isFew = ({ total }: Pick<Usage, 'total'>, characters: number): boolean =>
  characters <= MOST_RARE && characters <= RARE * total;

const rareFonts = (usage: Usage): number => [...usage.names.values()].filter((count) => isFew(usage, count)).length;

/**
 * Whether a text is letters and digits, as far as is known: by the font's own list of what its codes mean, else by codes of
 * one byte, which are those of letters in all fonts but symbols.
 */
export function isWords(text: TextItem, listOf: (font: Dictionary) => ReadonlyMap<number, string> | null): boolean {
  const list = listOf(text.font.dictionary);
  const meaning = list
    ? codesOf(text)
        .map((code) => list.get(code) ?? '')
        .join('')
    : text.font.codeBytes === 1
      ? text.codes
      : '';
  return (meaning.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= FEWEST_LETTERS;
}

export interface StrangeText {
  text: TextItem;
  /** ENTERED_TWICE: its font is that of its line, from another entry of the file. OTHER_MAKE: another font, of another make. */
  why: 'ENTERED_TWICE' | 'OTHER_MAKE';
}

/**
 * Text in a font that the document hardly uses, among text in the fonts that it uses: what a second program writes in
 * place of something. Editors fit what they write to a place, so neither size nor baseline need be those of the line;
 * the middle of the text lies within the line all the same.
 * @param isOverflow whether a text is in a second part of a font that was split because it has too many characters
 * @param listOf what the codes of a font mean
 */
export function strangersOn(
  page: Page,
  usage: Usage,
  isOverflow: (text: TextItem, other: Font) => boolean,
  listOf: (font: Dictionary) => ReadonlyMap<number, string> | null,
): StrangeText[] {
  const texts = page.items.filter(
    (item): item is TextItem => item.kind === 'TEXT' && item.visible && item.size > 1 && item.codes.trim() !== '',
  );
  const entryOf = ({ font }: TextItem): number => usage.entries.get(font.dictionary) ?? 0;
  // What was filled into a form is set in the form's own font, beside the text that asks for it.
  const rare = texts.filter((text) => isFew(usage, entryOf(text)) && !text.isField && isWords(text, listOf));
  const common = texts.filter((text) => !isFew(usage, entryOf(text)));
  const isOneOfMany = rareFonts(usage) > MOST_RARE_FONTS;
  const found: StrangeText[] = [];
  let pairs = 0;
  for (const text of rare) {
    if ((pairs += common.length) > MOST_PAIRS) break;
    const around = common.filter((other) => sharesLine(text, other) && entryOf(other) >= COMMONER * entryOf(text));
    const isFewByName = isFew(usage, usage.names.get(text.font.name) ?? 0);
    if (around.some(({ font }) => isSecondEntry(text, font) && !isOverflow(text, font)))
      found.push({ text, why: 'ENTERED_TWICE' });
    else if (isFewByName && !isOneOfMany && around.some(({ font }) => isOtherMake(text, font, usage)))
      found.push({ text, why: 'OTHER_MAKE' });
  }
  return found;
}

function sharesLine(text: TextItem, other: TextItem): boolean {
  const scale = text.size / other.size;
  if (scale < SIZES[0] || scale > SIZES[1]) return false;
  const middle = (text.y + MIDDLE * text.size - other.y) / other.size;
  return middle > WITHIN[0] && middle < WITHIN[1];
}

type Font = TextItem['font'];

/** Entries that share what describes the font are one font with two encodings. */
const isSecondEntry = ({ font }: TextItem, other: Font): boolean =>
  font.name === other.name &&
  font.type === other.type &&
  font.dictionary !== other.dictionary &&
  !isSameDescriptor(font.dictionary.get('FontDescriptor'), other.dictionary.get('FontDescriptor'));

const isSameDescriptor = (one: Value | undefined, other: Value | undefined): boolean =>
  one instanceof Reference && other instanceof Reference && one.number === other.number;

/** Embedded among what is not or the other way round, or a standard font of another family than the one around it. */
function isOtherMake({ font }: TextItem, other: Font, { commonlyEmbedded }: Usage): boolean {
  if (font.name === other.name) return false;
  if (font.embedded !== other.embedded) return !commonlyEmbedded.has(font.embedded);
  // Both embedded: one program takes types of fonts as it needs them, for signs, scripts and formulas.
  if (font.embedded || familyOf(font.base) === familyOf(other.base)) return false;
  return isText(font.base) && isText(other.base);
}

const familyOf = (name: string): string =>
  name
    .split(/[-,]/)[0]
    ?.toLowerCase()
    .replace(/(?:ps)?mt$/, '') ?? '';

/** Standard fonts for running text; codes and references are set in Courier on purpose. */
const isText = (base: string): boolean => standardWidths(base) !== null && !/^courier/i.test(base);
