import { soundsOf } from './sound.ts';

// How English reads what it writes: used where a Latin name meets one from another script, which follows the sound.
// Each with letters that it cannot do without: most need not be looked for.
const ENGLISH: readonly (readonly [RegExp, string, string])[] = [
  [/^wr/, 'r', 'wr'],
  [/^kn/, 'n', 'kn'],
  [/^gn/, 'n', 'gn'],
  [/^ps/, 's', 'ps'],
  [/^hugh/, 'hyu', 'hug'],
  [/^sean$/, 'shon', 'sean'],
  [/^michael/, 'maikl', 'michael'],
  [/^george/, 'jorj', 'geor'],
  [/^hu(?=[^aeiou])/, 'ha', 'hu'],
  [/augh|ough/g, 'o', 'ugh'],
  [/eigh/g, 'ei', 'eigh'],
  [/igh/g, 'ai', 'igh'],
  [/alk/g, 'ok', 'alk'],
  [/a(?=l[dlt])/g, 'o', 'al'],
  [/ow(?=[^aeiou]|$)/g, 'au', 'ow'],
  [/ew(?=[^aeiou]|$)/g, 'yu', 'ew'],
  [/oo/g, 'u', 'o'],
  [/ea(?=[a-z])/g, 'i', 'ea'],
  [/ee/g, 'i', 'e'],
  [/ey$|ie$/g, 'i', 'e'],
  [/wood/g, 'wud', 'wod'],
  [/wu/g, 'u', 'wu'],
  [/w(?=i)/g, 'u', 'wi'],
  [/a([bcdfgklmnprstvz])e(?=$|s$|[rln])/g, 'ei$1', 'ae'],
  [/i([bcdfgklmnprstvz])e(?=$|s$|[rln])/g, 'ai$1', 'ie'],
  [/o([bcdfgklmnprstvz])e(?=$|s$)/g, 'ou$1', 'oe'],
  [/u([bcdfgklmnprstvz])e(?=$|s$)/g, 'yu$1', 'ue'],
  [/u(?=[bcdfgkmnprstz]{2})/g, 'a', 'u'],
  [/([^aeiou])y$/g, '$1i', 'y'],
  [/([a-z]{3})e$/g, '$1', 'e'],
  [/gh/g, '', 'gh'],
  [/c(?=[eiy])/g, 's', 'c'],
  [/g(?=[eiy])/g, 'j', 'g'],
  [/ti(?=on)/g, 'sh', 'tion'],
  [/ck/g, 'k', 'ck'],
];

const RULES = ENGLISH.map(([pattern, put, letters]) => ({ pattern, put, letters: lettersIn(letters) }));

/** Set of the letters a to z of a text, one bit each. */
function lettersIn(text: string): number {
  let set = 0;
  for (let i = 0; i < text.length; i++) {
    const letter = text.charCodeAt(i) - 97;
    if (letter >= 0 && letter < 26) set |= 1 << letter;
  }
  return set;
}

/** The sounds of a Latin token read as English, or null where that makes no difference. */
export function englishSounds(text: string): string | null {
  let out = text;
  let have = lettersIn(text);
  for (const { pattern, put, letters } of RULES) {
    if ((have & letters) !== letters) continue;
    const before = out;
    out = out.replace(pattern, put);
    if (out !== before) have = lettersIn(out);
  }
  return out === text ? null : soundsOf(out);
}
