import { MORE_GIVEN_NAMES } from './data/given-names-more.ts';
import { GIVEN_NAME_FAMILIES } from './data/given-names.ts';
import { NAMES_OF_THE_WORLD } from './data/given-names-world.ts';

function parseFamilies(): { members: string[][]; short: Map<string, number[]>; cross: Map<string, number[]> } {
  const members: string[][] = [];
  const short = new Map<string, number[]>();
  const cross = new Map<string, number[]>();
  const put = (map: Map<string, number[]>, word: string, family: number): void => {
    const list = map.get(word);
    if (list === undefined) map.set(word, [family]);
    else if (!list.includes(family)) list.push(family);
  };
  const lines = [GIVEN_NAME_FAMILIES, MORE_GIVEN_NAMES, NAMES_OF_THE_WORLD]
    .map((list) => list.trim())
    .join('\n')
    .split('\n');
  for (const line of lines) {
    const [near = '', far = ''] = line.split('|');
    const family = members.length;
    const clean = (list: string): string[] =>
      list
        .trim()
        .split(/\s+/)
        .filter((word) => /^[a-z]+$/.test(word));
    const nearWords = clean(near);
    const farWords = clean(far);
    members.push([...nearWords, ...farWords]);
    for (const word of nearWords) put(short, word, family);
    for (const word of [...nearWords, ...farWords]) put(cross, word, family);
  }
  return { members, short, cross };
}

const parsed = parseFamilies();

/** Members of each family, by family number. */
export const FAMILY_MEMBERS: readonly (readonly string[])[] = parsed.members;
/** Families in which a word is a spelling or short form of the name. */
export const SHORT_FORMS: ReadonlyMap<string, readonly number[]> = parsed.short;
/** Families a word belongs to in any language. */
export const CROSS_LANGUAGE: ReadonlyMap<string, readonly number[]> = parsed.cross;
