import type { PartyStatement } from './statements.ts';

/**
 * How far the chances of the weights hold on sentences nobody read while rules and weights were made: precision there
 * over the precision they promise, see bench/news/RESULTS.md.
 */
const UNSEEN = 0.95;

/** Confidence of a role that is no accusation, by hand. */
const OTHER_ROLE = 0.6;

/** 0 to 1: for an accusation the chance the weights give it, drawn down to what unread sentences showed. */
export function statementConfidence({ role, chance }: Pick<PartyStatement, 'role' | 'chance'>): number {
  return role === 'ACCUSED' || role === 'CONVICTED' ? chance * UNSEEN : OTHER_ROLE;
}

/**
 * Confidence of statements that agree: that of the strongest, a little more where another sentence says it too.
 * Sentences of one article lean on each other, so they are not counted as independent.
 */
export function combined(
  statements: readonly Pick<PartyStatement, 'role' | 'chance' | 'sentence' | 'field'>[],
): number {
  const bySentence = new Map<string, number>();
  for (const one of statements) {
    const key = `${one.field} ${one.sentence.start}`;
    bySentence.set(key, Math.max(bySentence.get(key) ?? 0, statementConfidence(one)));
  }
  const [best = 0, second = 0] = [...bySentence.values()].toSorted((a, b) => b - a);
  return Math.min(0.99, Math.round((best + (1 - best) * second * 0.25) * 100) / 100);
}
