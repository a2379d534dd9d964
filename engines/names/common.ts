import { COMMON_NAMES, COMMON_WITHOUT_VOWELS } from './data/common-names.ts';
import { CHINESE_FAMILIES } from './romanize/chinese-latin.ts';
import { KOREAN_FAMILIES } from './romanize/korean.ts';
import { FAMILY_MEMBERS, SHORT_FORMS } from './families.ts';

function tiers(lines: string): Map<string, number> {
  const rows = lines.trim().split('\n');
  return new Map(
    rows.flatMap((line, index) => line.split(' ').map((word): [string, number] => [word, rows.length - index])),
  );
}

const latin = tiers(COMMON_NAMES);
// A rare spelling of a very frequent name says hardly more than the usual one.
for (const [word, families] of SHORT_FORMS) {
  let most = latin.get(word) ?? 0;
  for (const family of families)
    for (const member of FAMILY_MEMBERS[family] ?? [])
      if (SHORT_FORMS.get(member)?.includes(family) === true) most = Math.max(most, (latin.get(member) ?? 0) - 1);
  if (most > 0) latin.set(word, most);
}

// Few family names are shared by most.
for (const family of [...KOREAN_FAMILIES, ...CHINESE_FAMILIES]) latin.set(family, 2);

/** Tokens frequent in names of people; the value is how frequent, 1 (among some 1,500) to 3 (the commonest). */
export const COMMON: ReadonlyMap<string, number> = latin;
/** The same for readings without vowels. */
export const COMMON_CONSONANTS: ReadonlyMap<string, number> = tiers(COMMON_WITHOUT_VOWELS);
