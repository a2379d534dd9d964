import { writeFileSync } from 'node:fs';
import { parseName } from '../../engines/names/parse.ts';
import { scriptOf } from '../../engines/names/scripts.ts';
import { isHeldOut } from './random.ts';
import { readOfac, readPoliticians, readUn } from './readers.ts';

/**
 * Writes engines/names/data/common-names.ts: the tokens met most often in the names of legislators and of listed people,
 * counted over the tuning half alone, one count for each person; names in Latin letters, and names in Arabic and Hebrew
 * letters as the engine reads them, commonest first. A line holds tokens of about one frequency.
 */
const TIERS = [60, 340, 1181] as const;

/** Tokens of people's names; a token counts once for each person. */
class Tally {
  private readonly counts = new Map<string, number>();
  people = 0;
  private readonly wanted: (token: { text: string; fidelity: string }) => boolean;

  constructor(wanted: (token: { text: string; fidelity: string }) => boolean) {
    this.wanted = wanted;
  }

  add(names: Iterable<string>): void {
    const seen = new Set<string>();
    for (const name of names)
      for (const token of parseName(name, 'PERSON')[0]?.tokens ?? []) if (this.wanted(token)) seen.add(token.text);
    if (seen.size > 0) this.people++;
    for (const token of seen) this.counts.set(token, (this.counts.get(token) ?? 0) + 1);
  }

  get ranked(): [string, number][] {
    return [...this.counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  }
}

const latin = new Tally(({ text, fidelity }) => fidelity === 'a' && /^[a-z]{3,}$/.test(text));
const consonants = new Tally(({ text, fidelity }) => fidelity === 'c' && /^[a-z]{2,}$/.test(text));
const withoutVowels = (name: string): boolean => /^(?:ARABIC|HEBREW)$/.test(scriptOf(name));
for (const person of readPoliticians()) {
  if (isHeldOut(person.id)) continue;
  latin.add([person.name]);
  consonants.add([person.name, ...person.otherNames.map((other) => other.name)].filter(withoutVowels));
}
for (const entity of [...readOfac(), ...readUn()]) {
  if (entity.schema !== 'PERSON' || isHeldOut(entity.id)) continue;
  const names = entity.names.map((name) => name.value);
  latin.add(names);
  consonants.add(names.filter(withoutVowels));
}

const { ranked } = latin;
/** Least count of a token in the table. */
const LEAST = 4;
/** Tokens of one tier whose counts are within a factor of 1.4, with how many of 100,000 people bear them. */
const groups = new Map<string, { tier: number; tokens: [string, number][] }>();
for (const [rank, [token, count]] of ranked.entries()) {
  if (count < LEAST) break;
  const tier = rank < TIERS[0] ? 3 : rank < TIERS[0] + TIERS[1] ? 2 : rank < TIERS[0] + TIERS[1] + TIERS[2] ? 1 : 0;
  const key = `${tier}/${Math.round(2 * Math.log2(count))}`;
  const group = groups.get(key) ?? { tier, tokens: [] };
  group.tokens.push([token, count]);
  groups.set(key, group);
}
const lines = [...groups.values()].map(({ tier, tokens }) => {
  const mean = tokens.reduce((sum, [, count]) => sum + count, 0) / tokens.length;
  const words = tokens.map(([token]) => token).sort();
  return `${tier} ${Math.round((mean / latin.people) * 100_000)} ${words.join(' ')}`;
});
const often = consonants.ranked.filter(([, count]) => count >= 3);
const others = [often.slice(0, 20), often.slice(20, 80), often.slice(80)];
const text = (tiers: [string, number][][]): string =>
  tiers
    .map((tier) =>
      tier
        .map(([token]) => token)
        .sort()
        .join(' '),
    )
    .join('\n');
writeFileSync(
  new URL('../../engines/names/data/common-names.ts', import.meta.url),
  `/**
 * Tokens met most often in the names of some ${Math.round(latin.people / 1000)},000 legislators and listed people, commonest first. A line
 * begins with how frequent its tokens are (3 to 0) and with how many of 100,000 people bear one of them.
 * Written by bench/names/count-common.ts, which counts the tuning half of the data alone.
 */
export const COMMON_NAMES = \`
${lines.join('\n')}
\`;

/** Names in Arabic and Hebrew letters, as read without vowels: three lines, commonest first. */
export const COMMON_WITHOUT_VOWELS = \`
${text(others)}
\`;
`,
);
console.log(
  `${latin.people} and ${consonants.people} people; ${lines.length} lines, ${[...groups.values()].reduce((sum, { tokens }) => sum + tokens.length, 0)} tokens and ${others.map((line) => line.length).join(' ')}`,
);
