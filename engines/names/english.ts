import { soundsOf } from './sound.ts';

// How English reads what it writes: used where a Latin name meets one from another script, which follows the sound.
const ENGLISH: readonly (readonly [RegExp, string])[] = [
  [/^wr/, 'r'],
  [/^kn/, 'n'],
  [/^gn/, 'n'],
  [/^ps/, 's'],
  [/^hugh/, 'hyu'],
  [/^sean$/, 'shon'],
  [/^michael/, 'maikl'],
  [/^george/, 'jorj'],
  [/^hu(?=[^aeiou])/, 'ha'],
  [/augh|ough/g, 'o'],
  [/eigh/g, 'ei'],
  [/igh/g, 'ai'],
  [/alk/g, 'ok'],
  [/a(?=l[dlt])/g, 'o'],
  [/ow(?=[^aeiou]|$)/g, 'au'],
  [/ew(?=[^aeiou]|$)/g, 'yu'],
  [/oo/g, 'u'],
  [/ea(?=[a-z])/g, 'i'],
  [/ee/g, 'i'],
  [/ey$|ie$/g, 'i'],
  [/wood/g, 'wud'],
  [/wu/g, 'u'],
  [/w(?=i)/g, 'u'],
  [/a([bcdfgklmnprstvz])e(?=$|s$|[rln])/g, 'ei$1'],
  [/i([bcdfgklmnprstvz])e(?=$|s$|[rln])/g, 'ai$1'],
  [/o([bcdfgklmnprstvz])e(?=$|s$)/g, 'ou$1'],
  [/u([bcdfgklmnprstvz])e(?=$|s$)/g, 'yu$1'],
  [/u(?=[bcdfgkmnprstz]{2})/g, 'a'],
  [/([^aeiou])y$/g, '$1i'],
  [/([a-z]{3})e$/g, '$1'],
  [/gh/g, ''],
  [/c(?=[eiy])/g, 's'],
  [/g(?=[eiy])/g, 'j'],
  [/ti(?=on)/g, 'sh'],
  [/ck/g, 'k'],
];

/** Any of them, but for what is put back as it was: nothing to do where none is found. */
const ANY = new RegExp(ENGLISH.map(([pattern]) => `(?:${pattern.source})`).join('|'));

/** The sounds of a Latin token read as English, or null where that makes no difference. */
export function englishSounds(text: string): string | null {
  if (!ANY.test(text)) return null;
  let out = text;
  for (const [pattern, put] of ENGLISH) out = out.replace(pattern, put);
  return out === text ? null : soundsOf(out);
}
