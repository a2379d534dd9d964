import { COMMON_NAMES, COMMON_WITHOUT_VOWELS } from './data/common-names.ts';
import { CHINESE_FAMILIES } from './romanize/chinese-latin.ts';
import { KOREAN_FAMILIES } from './romanize/korean.ts';
import { FAMILY_MEMBERS, SHORT_FORMS } from './families.ts';

/** Of all who bear a name of a family, those whose spelling may be meant by any other. */
const SHARED_BY_FAMILY = 0.8;
/** Of a Korean or Chinese family name. */
const FAMILY_OF_MANY = 8;

/** What is known of a token by how many bear it. */
export interface Frequency {
  /** 1 (among some 1,500) to 3 (the commonest), 0 for most. */
  tier: number;
  /** How much its agreement tells: bits, less where many bear it. */
  bits: number;
}

/** Of a token that the table does not hold: one in some 8,000 bears it, or fewer. */
export const UNKNOWN: Frequency = { tier: 0, bits: 13 };

function tiers(lines: string): Map<string, number> {
  const rows = lines.trim().split('\n');
  return new Map(
    rows.flatMap((line, index) => line.split(' ').map((word): [string, number] => [word, rows.length - index])),
  );
}

function frequencies(lines: string): Map<string, Frequency> {
  const out = new Map<string, Frequency>();
  for (const line of lines.trim().split('\n')) {
    const [tier, of100000, ...words] = line.split(' ');
    const frequency = { tier: Number(tier), bits: Math.log2(100_000 / Number(of100000)) };
    for (const word of words) out.set(word, frequency);
  }
  return out;
}

const latin = frequencies(COMMON_NAMES);
// A rare spelling of a very frequent name says hardly more than the usual one.
const near = (word: string, family: number): boolean => SHORT_FORMS.get(word)?.includes(family) === true;
const shareOf = (word: string): number => {
  const known = latin.get(word);
  return known === undefined ? 0 : 2 ** -known.bits;
};
const bitsOfFamily = FAMILY_MEMBERS.map((members, family) => {
  const share = members.reduce((sum, member) => sum + (near(member, family) ? shareOf(member) : 0), 0);
  return share === 0 ? Infinity : -Math.log2(share * SHARED_BY_FAMILY);
});
for (const [word, families] of SHORT_FORMS) {
  let { tier, bits } = latin.get(word) ?? UNKNOWN;
  for (const family of families) {
    bits = Math.min(bits, bitsOfFamily[family] ?? Infinity);
    for (const member of FAMILY_MEMBERS[family] ?? [])
      if (near(member, family)) tier = Math.max(tier, (latin.get(member)?.tier ?? 0) - 1);
  }
  if (tier > 0 || bits < UNKNOWN.bits) latin.set(word, { tier, bits });
}

// Few family names are shared by most.
for (const family of [...KOREAN_FAMILIES, ...CHINESE_FAMILIES]) latin.set(family, { tier: 2, bits: FAMILY_OF_MANY });

// They are mostly read as one with what follows or stands before.
for (const part of ['abdul', 'abdel', 'abd', 'abdu', 'abdur', 'din', 'uddin', 'allah', 'ullah'])
  latin.set(part, { tier: 2, bits: FAMILY_OF_MANY });

/** Tokens frequent in names of people. */
export const COMMON: ReadonlyMap<string, Frequency> = latin;
/** How frequent are readings without vowels, 1 to 3. */
export const COMMON_CONSONANTS: ReadonlyMap<string, number> = tiers(COMMON_WITHOUT_VOWELS);
