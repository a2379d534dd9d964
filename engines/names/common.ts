import { COMMON_NAMES } from './data/common-names.ts';

/** Tokens frequent in names of people; the value is how frequent, 1 (among the few hundred) to 3 (the commonest). */
export const COMMON: ReadonlyMap<string, number> = new Map(
  COMMON_NAMES.trim()
    .split('\n')
    .flatMap((line, index, lines) => line.split(' ').map((word): [string, number] => [word, lines.length - index])),
);
