import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as fontkit from 'fontkit';
import type PDFDocument from 'pdfkit';
import subsetFont from 'subset-font';

type Pdf = InstanceType<typeof PDFDocument>;

const require = createRequire(import.meta.url);

/** What the basic font draws: Latin, Cyrillic, Greek, Arabic, Hebrew, Armenian, Georgian, Lao. */
export const BASIC =
  /[\t\n -\u052f\u0531-\u058a\u0591-\u05f4\u0600-\u06ff\u0750-\u077f\u0e81-\u0edd\u10a0-\u10ff\u1e00-\u1fff\u2000-\u2027\u2030-\u206f\u20a0-\u20bf\u2100-\u218f\u2190-\u22ff\ufb50-\ufdff\ufe70-\ufeff]/u;

/** What the other families (Noto Sans, OFL, in slices) are asked for. Han signs are in several, as each language writes them. */
const EASTERN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;
const FAMILIES: readonly { name: string; draws: RegExp }[] = [
  { name: 'noto-sans-sc', draws: EASTERN },
  { name: 'noto-sans-tc', draws: EASTERN },
  { name: 'noto-sans-jp', draws: EASTERN },
  { name: 'noto-sans-kr', draws: EASTERN },
  { name: 'noto-sans-thai', draws: /\p{Script=Thai}/u },
  { name: 'noto-sans-devanagari', draws: /[\p{Script=Devanagari}\u0964\u0965]/u },
];
/** What of one report is drawn at most; whatever is beyond is told by its code points. */
const MOST_SIGNS = 1_500;
const MOST_SLICES = 60;
const REGULAR = 400;

interface Slice {
  family: string;
  file: string;
  draws: RegExp;
  ranges: readonly (readonly [number, number])[];
}

let known: Promise<readonly Slice[]> | null = null;

/** Every slice of every family with the signs that its package says it has; not all of them are there. */
async function readSlices(): Promise<readonly Slice[]> {
  const slices: Slice[] = [];
  for (const { name: family, draws } of FAMILIES) {
    const list = require.resolve(`@fontsource-variable/${family}/unicode.json`);
    const signs = JSON.parse(await readFile(list, 'utf8')) as Record<string, string>;
    for (const [name, text] of Object.entries(signs)) {
      if (/latin|cyrillic|vietnamese|greek/.test(name)) continue;
      const file = join(dirname(list), 'files', `${family}-${name.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`);
      slices.push({ family, file, draws, ranges: text.split(',').map(rangeOf) });
    }
  }
  return slices;
}

/** `U+4e00-4e05` or `U+4e00`. */
function rangeOf(text: string): readonly [number, number] {
  const [from = '', to = from] = text.trim().replace(/^U\+/i, '').split('-');
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
}

/** Which family is asked first for the Han signs of a text: that of the language which its other signs tell. */
function languageOf(text: string): string {
  if (/[\u3040-\u30ff]/u.test(text)) return 'noto-sans-jp';
  return /[\u1100-\u11ff\uac00-\ud7af]/u.test(text) ? 'noto-sans-kr' : 'noto-sans-sc';
}

const keyOf = (sign: string, language: string): string => `${language} ${sign}`;

/** Which font of the document draws which sign of a text. */
export interface Fonts {
  /** @returns for signs of a text: a registered name, null where nothing has the sign */
  forText(text: string): (sign: string) => string | null;
}

/** A sign that the basic font lacks, with the slices that may have it, the best first. */
interface Wanted {
  key: string;
  sign: string;
  slices: Slice[];
}

/**
 * Registers what these texts need beyond the basic font: of each slice the signs that occur, at regular weight.
 * @param texts all that the report says
 */
export async function registerFonts(pdf: Pdf, basic: string, texts: readonly string[]): Promise<Fonts> {
  const names = new Map<string, string>();
  let slicesUsed = 0;
  let open = await wantedOf(texts);
  while (open.length > 0) {
    const bySlice = new Map<Slice, Wanted[]>();
    for (const one of open) {
      const slice = one.slices.shift();
      if (slice) bySlice.set(slice, [...(bySlice.get(slice) ?? []), one]);
    }
    open = [];
    for (const [slice, those] of bySlice) {
      if ((slicesUsed += 1) > MOST_SLICES) return fontsOf(names, basic);
      const { bytes, has } = await cutOut(slice, those.map(({ sign }) => sign).join(''));
      const name = `letters ${slicesUsed}`;
      const there = those.filter(({ sign }) => has(sign));
      if (there.length > 0) pdf.registerFont(name, bytes);
      for (const { key } of there) names.set(key, name);
      open.push(...those.filter((one) => !there.includes(one)));
    }
  }
  return fontsOf(names, basic);
}

const fontsOf = (names: ReadonlyMap<string, string>, basic: string): Fonts => ({
  forText(text) {
    const language = languageOf(text);
    return (sign) => (BASIC.test(sign) ? basic : (names.get(keyOf(sign, language)) ?? null));
  },
});

async function wantedOf(texts: readonly string[]): Promise<Wanted[]> {
  const signs = new Map<string, { sign: string; first: string }>();
  for (const text of texts) {
    if (Array.from(text).every((sign) => BASIC.test(sign))) continue;
    const first = languageOf(text);
    for (const sign of text) {
      if (!BASIC.test(sign) && signs.size < MOST_SIGNS) signs.set(keyOf(sign, first), { sign, first });
    }
  }
  if (signs.size === 0) return [];
  known ??= readSlices();
  const slices = await known;
  return [...signs].map(([key, { sign, first }]) => {
    const code = sign.codePointAt(0) ?? 0;
    const having = slices.filter(
      ({ draws, ranges }) => draws.test(sign) && ranges.some(([from, to]) => code >= from && code <= to),
    );
    return { key, sign, slices: having.toSorted((a, b) => Number(b.family === first) - Number(a.family === first)) };
  });
}

/** These signs of a slice as a font of its own, with the space that stands between words. */
async function cutOut(slice: Slice, signs: string): Promise<{ bytes: Buffer; has(sign: string): boolean }> {
  const options = { targetFormat: 'truetype' as const, variationAxes: { wght: REGULAR }, noHinting: true };
  const cut = await subsetFont(await readFile(slice.file), ` ${signs}`, options);
  // The library reads a header where an empty glyph would be, which can be behind the last table.
  const bytes = Buffer.concat([cut, Buffer.alloc(16)]);
  const font = fontkit.create(bytes);
  const drawn = new Set('characterSet' in font ? font.characterSet : []);
  return { bytes, has: (sign) => drawn.has(sign.codePointAt(0) ?? 0) };
}
