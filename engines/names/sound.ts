/**
 * Sounds as one byte each. Latin spelling is ambiguous between languages, so ambiguous graphemes keep a sign of their
 * own (`Q` for "ch", `N` for a final "ng", `j`, `G` and `K` for soft g and c, `T` for "th") and the cost table knows what each may stand for.
 */
export const SYMBOLS = 'aeiouyptkbdgfvszSZCJXhmnlrwcQGKTjqN0123456789';
export const SYMBOL_INDEX = new Uint8Array(128).fill(255);
for (let i = 0; i < SYMBOLS.length; i++) SYMBOL_INDEX[SYMBOLS.charCodeAt(i)] = i;
export const SYMBOL_COUNT = SYMBOLS.length;

const GRAPHEMES: readonly (readonly [string, string])[] = [
  ['schtsch', 'S'],
  ['shtch', 'S'],
  ['shch', 'S'],
  ['tsch', 'Q'],
  ['sch', 'S'],
  ['tch', 'Q'],
  ['dzh', 'J'],
  ['dsch', 'J'],
  ['ssh', 'S'],
  ['cch', 'Q'],
  ['cc', 'k'],
  ['ck', 'k'],
  ['cz', 'Q'],
  ['ch', 'Q'],
  ['sh', 'S'],
  ['zh', 'Z'],
  ['kh', 'X'],
  ['gh', 'g'],
  ['ph', 'f'],
  ['th', 'T'],
  ['dh', 'd'],
  ['bh', 'b'],
  ['wh', 'w'],
  ['dj', 'J'],
  ['ts', 'c'],
  ['tz', 'c'],
  ['dz', 'z'],
  ['sz', 's'],
  ['x', 'ks'],
  ['qu', 'kw'],
  ['q', 'q'],
  ['oo', 'u'],
  ['ou', 'u'],
  ['ee', 'i'],
  ['ea', 'e'],
  ['eau', 'o'],
  ['gn', 'n'],
  ['ay', 'ei'],
  ['ai', 'ei'],
  ['ei', 'ei'],
  ['ey', 'ei'],
  ['ie', 'i'],
  ['igh', 'ai'],
];
const BY_FIRST = new Map<string, (readonly [string, string])[]>();
for (const entry of [...GRAPHEMES].sort((a, b) => b[0].length - a[0].length)) {
  const first = entry[0].charAt(0);
  const list = BY_FIRST.get(first) ?? [];
  list.push(entry);
  BY_FIRST.set(first, list);
}

const VOWELS = 'aeiouyh';

/** By two letters that follow each other: 1 where they may be one sound, or the second tells how the first is read. */
const ONE_SOUND = new Uint8Array(128 * 128);
for (const pair of ['ce', 'ci', 'cy', 'ge', 'gi', 'gy', 'ng'])
  ONE_SOUND[pair.charCodeAt(0) * 128 + pair.charCodeAt(1)] = 1;
for (const [grapheme] of GRAPHEMES)
  for (let i = 0; i + 1 < grapheme.length; i++)
    ONE_SOUND[grapheme.charCodeAt(i) * 128 + grapheme.charCodeAt(i + 1)] = 1;

/** Whether two words written as one have the sounds of both, but for one that the first ends and the second begins with. */
export function meetsApart(first: string, second: string): boolean {
  const last = first.charCodeAt(first.length - 1);
  const next = second.charCodeAt(0);
  // A final "ng" is read otherwise where a vowel follows.
  if (last === 103 || last > 122 || next > 122 || last < 97 || next < 97) return false;
  return ONE_SOUND[last * 128 + next] === 0;
}

/** Sound symbols of a Latin token (a string over the symbol alphabet; doubled sounds are one). */
export function soundsOf(text: string): string {
  let out = '';
  let at = 0;
  outer: while (at < text.length) {
    const char = text.charAt(at);
    const entries = BY_FIRST.get(char);
    if (entries !== undefined) {
      for (const [grapheme, sound] of entries) {
        if (text.startsWith(grapheme, at)) {
          out = out.endsWith(sound) ? out : out + sound;
          at += grapheme.length;
          continue outer;
        }
      }
    }
    let sound = char;
    const next = text.charAt(at + 1);
    if (char === 'c') sound = next === 'e' || next === 'i' || next === 'y' ? 'K' : 'k';
    else if (char === 'g' && (next === 'e' || next === 'i' || next === 'y')) sound = 'G';
    else if (char === 'n' && next === 'g' && !VOWELS.includes(text.charAt(at + 2) || '-')) {
      sound = 'N';
      at++;
    } else if (SYMBOL_INDEX[char.charCodeAt(0)] === 255) sound = '';
    if (sound !== '' && !out.endsWith(sound)) out += sound;
    else if (sound >= '0' && sound <= '9') out += sound;
    at++;
  }
  return out;
}

export function encodeSounds(sounds: string): Uint8Array {
  const bytes = new Uint8Array(sounds.length);
  for (let i = 0; i < sounds.length; i++) bytes[i] = SYMBOL_INDEX[sounds.charCodeAt(i)] ?? 255;
  return bytes;
}
