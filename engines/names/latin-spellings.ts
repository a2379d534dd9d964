import type { Reading } from './romanize/index.ts';

/**
 * Names carried from one alphabet to another are spelled as the language of the writer has it: Polish Kostow, German
 * Zwetanow, Hungarian Sztanisev, Dutch Sjuleva, French Kouachi, Somali Maxamed. Each language: what tells it, and its letters in the English manner.
 */
interface Spelling {
  tells: RegExp;
  letters: readonly (readonly [RegExp, string])[];
  /** It writes down what is heard, so that it is compared as names from another alphabet are. */
  bySound?: true;
  /** Told so surely that a listed name is read in it as well. */
  alsoListed?: true;
}

const POLISH: Spelling = {
  tells: /sz(?!e?k?y?$)|cz|[a-z]{3}owa?$|wsk[iay]|^w[ij]|icz$/,
  letters: [
    [/szcz/g, 'shch'],
    [/sz/g, 'sh'],
    [/cz/g, 'ch~'],
    [/rz/g, 'zh'],
    [/dz/g, 'j'],
    [/ch(?!~)/g, 'kh'],
    [/~/g, ''],
    [/w/g, 'v'],
    [/c(?=[eiy])/g, 'ts'],
    [/j/g, 'y'],
  ],
};
const GERMAN: Spelling = {
  tells: /[a-z]{3}owa?$|tsch|^zw|^sw|ewa?$|schk?o/,
  letters: [
    [/tsch/g, 'ch~'],
    [/sch/g, 'sh~'],
    [/ch(?!~)/g, 'kh'],
    [/~/g, ''],
    [/z/g, 'ts'],
    [/w/g, 'v'],
    [/(?<=^|[aeiou])s(?=[aeiouv])/g, 'z'],
    [/j/g, 'y'],
  ],
};
const HUNGARIAN: Spelling = {
  tells: /^sz|[a-z]sz|cs|zs/,
  letters: [
    [/dzs/g, 'j~'],
    [/zs/g, 'zh'],
    [/cs/g, 'ch'],
    [/sz/g, '~'],
    [/s/g, 'sh'],
    [/(?<!j)~/g, 's'],
    [/~/g, ''],
    [/gy/g, 'di'],
    [/j(?!~)/g, 'y'],
    [/c(?!h)/g, 'ts'],
  ],
};
const NORTHERN: Spelling = {
  tells: /sj|zj|tj[aeiou]|oe[kv]|ajl|jk[oa]/,
  letters: [
    [/tsj/g, 'ch'],
    [/sj/g, 'sh'],
    [/zj/g, 'zh'],
    [/oe/g, 'u'],
    [/j/g, 'y'],
  ],
};
/** Arabic in the French manner: Kouachi, Djamel, Chérif. */
const MAGHREBI: Spelling = {
  tells: /^(?:abdel|ben[a-z]{3}|bou[a-z]{3}|oul?d$|mouh|dj|cher|oua)|[a-z]oua|dj[aeiou]/,
  letters: [
    [/ou(?=[aei])/g, 'w'],
    [/ou/g, 'u'],
    [/dj/g, 'j'],
    [/ch/g, 'sh'],
    [/gu(?=[ei])/g, 'g'],
    [/qu/g, 'k'],
  ],
};
/** Somali's own letters: x for the h of Hassan, c for a sound that English leaves out, vowels doubled. */
const SOMALI: Spelling = {
  tells: /^(?:maxa|axm|xas|xus|xaaj|cabd|cal[iy]$|cum|cism|ciis|faar|saal|warsam|shiikh|sheekh)/,
  letters: [
    [/x/g, 'h'],
    [/c/g, ''],
    [/([aeiou])\1/g, '$1'],
    [/dh/g, 'd'],
  ],
};
/** Ukrainian, as Russian has it: Ihor, Serhiy, Hroysman. */
const UKRAINIAN: Spelling = {
  tells:
    /^(?:volodymyr|oleksandr|oleks[iy]+|serhi|ihor|hryhor|mykol|mykhail|yevhen|oleh$|olha$|bohdan|heorhi|pavlo$|petro$|dmytro|andri[iy]$|yuri[iy]$|vitali[iy]$|maksym|kostiantyn|vasyl)/,
  letters: [
    [/(?<![ckszgp])h/g, 'g'],
    [/yi$/g, 'y'],
  ],
};
/** Belarusian, as Russian has it: Siarhei Haidukevich, Uladzimir Karpau, Varabei. */
const BELARUSIAN: Spelling = {
  tells:
    /^(?:al[iy]aksandr|aliaksei|aleh$|siarh|syarh|s[iy]arhe|mikala[iy]|dzmitr|dzian|uladz|yauhen|viktar$|ihar$|ryhor|viachasl|vyachasl|natall?i?ia|volha$|aksana|sviatlan|tatsian|katsiar|vadzim|henadz|leanid|barys|artsi?om|kanstants|stsiapan|stsyapan|anzhal)|[a-z]{3}(?:au|aeu|ieu)$/,
  letters: [
    [/^al[iy]a(?=ks)/, 'ale'],
    [/^hanna$/, 'anna'],
    [/^volha$/, 'olga'],
    [/(?<![ckszgpt])h/g, 'g'],
    [/dz(?=[imy])/g, 'd'],
    [/ts(?=[iy])/g, 't'],
    [/(?<=[aeiou])eu$/, 'ev'],
    [/[iy]eu$/, 'iev'],
    [/au$/, 'ov'],
    [/enka$/, 'enko'],
    [/avich$/, 'ovich'],
    [/^mikala/, 'nikola'],
  ],
  bySound: true,
  alsoListed: true,
};
/** Russian e that is spoken yo. */
const RUSSIAN_YO: Spelling = {
  tells: /[bdklmnprstvz]yo[a-z]/,
  letters: [[/(?<=[bdklmnprstvz])yo/g, 'e']],
};
const RUSSIAN_YE: Spelling = { tells: /^ye[lmrv][a-z]{2}/, letters: [[/^ye(?=[lmrv])/, 'e']] };
/** Azerbaijani and Turkish, of names of others: Ceremi Korbin, Qordon Braun. */
const TURKIC: Spelling = {
  tells: /^c[ei]|q(?!u)[aeiou]/,
  letters: [
    [/c(?!h)/g, 'j'],
    [/q/g, 'g'],
    [/x/g, 'kh'],
  ],
  bySound: true,
};
/** Names of others by sound, with the j of the Slavic and Baltic languages: Ijan Pejsli, Ajub Hmajed. */
const SOUND_WITH_J: Spelling = {
  tells: /[aeiou]j(?:el?$|[bcdfgklmnprstvz])|^[aeiou]j[aeiou]|(?<!d)ij[ae]|[dlnrst]j[aeo]/,
  letters: [
    [/j/g, 'y'],
    [/w/g, 'v'],
  ],
  bySound: true,
};
/** Indonesian and Malay as it was written under the Dutch. */
const INDONESIAN: Spelling = {
  tells: /sy[aeiu]|tj[aeiou]|^soe|^moe/,
  letters: [
    [/sy/g, 'sh'],
    [/tj/g, 'ch'],
    [/oe/g, 'u'],
    [/dj/g, 'j'],
    [/aa/g, 'a'],
  ],
};
/** The feminine ending of Arabic, by sound and by letter. */
const FEMININE: Spelling = { tells: /[a-z]{2}(?:iyeh|ieh)$/, letters: [[/(?:iyeh|ieh)$/, 'iyya']] };
const FEMININE_BY_LETTER: Spelling = { tells: /[a-z]{2}iyyah?$/, letters: [[/iyyah?$/, 'iyeh']] };
const SPELLINGS = [
  POLISH,
  GERMAN,
  HUNGARIAN,
  NORTHERN,
  MAGHREBI,
  SOMALI,
  UKRAINIAN,
  BELARUSIAN,
  RUSSIAN_YO,
  RUSSIAN_YE,
  TURKIC,
  SOUND_WITH_J,
  INDONESIAN,
  FEMININE,
  FEMININE_BY_LETTER,
];

/** Endings that Lithuanian and Latvian put to the names of others. */
const BALTIC = /(?:as|us|is|ys|ius|[bcdfghjklmnprtv]s)$/;
const BALTIC_ENDING = /(?:ius|as|us|is|ys|s)$/;

const LATIN_GIVEN_NAME = /^[a-z]{4,}us$/;

/**
 * The name as it may have been before a Polish, German, Hungarian, Dutch, Scandinavian, French, Somali, Belarusian, Turkish or
 * Baltic hand wrote it down; none for most names.
 * @param asked the name is asked for; of a listed name only what is sure is read in another way
 */
export function spelledElsewhere(pieces: readonly Reading[], asked: boolean): Reading[][] {
  const names = pieces.filter((piece) => piece.text.length > 2);
  if (names.length < 2 || names.some((piece) => piece.fidelity !== 'a')) return [];
  const out: Reading[][] = [];
  for (const { tells, letters, bySound, alsoListed } of SPELLINGS) {
    if (!asked && alsoListed !== true) continue;
    if (!names.some(({ text }) => tells.test(text))) continue;
    out.push(
      pieces.map((piece) => ({
        fidelity: bySound === true ? 'b' : piece.fidelity,
        // "Jr", "II" and initials are no names.
        text:
          piece.text.length < 3
            ? piece.text
            : letters.reduce((text, [seen, meant]) => text.replace(seen, meant), piece.text),
      })),
    );
  }
  if (!asked) return out;
  if (names.length === 2 && names.every(({ text }) => text.length > 3 && BALTIC.test(text)))
    out.push(pieces.map((piece) => ({ fidelity: 'b', text: piece.text.replace(BALTIC_ENDING, '') })));
  const [first] = pieces;
  // A given name put into Latin before a family name that is not.
  if (
    first !== undefined &&
    LATIN_GIVEN_NAME.test(first.text) &&
    !names.slice(1).some(({ text }) => text.endsWith('us'))
  )
    out.push([{ ...first, text: first.text.slice(0, -2) }, ...pieces.slice(1)]);
  return out;
}
