import type { LanguageModel } from '../lexicon/model.ts';
import type { Mention, Party } from '../parties/mention.ts';
import type { Token } from '../tokens.ts';

/** A sentence with its names folded: each item is one name, one word or one mark. */
export interface Item {
  /** First token and the token after the last. */
  from: number;
  to: number;
  lower: string;
  capital: boolean;
  number: boolean;
  named: NamedItem | undefined;
}

export interface NamedItem {
  mention: Mention;
  party: Party;
}

export interface Clause {
  items: readonly Item[];
  /** Item that holds a token. */
  itemOf: (token: number) => number;
  model: LanguageModel;
}

export function clause(tokens: readonly Token[], named: readonly NamedItem[], model: LanguageModel): Clause {
  const items: Item[] = [];
  const index: number[] = [];
  let next = 0;
  for (let at = 0; at < tokens.length;) {
    while (next < named.length && (named[next]?.mention.from ?? 0) < at) next++;
    const here = named[next]?.mention.from === at ? named[next] : undefined;
    const token = tokens[at];
    const close = here ? 0 : ticker(tokens, at, named, next);
    if (close > 0 && items.length > 0) {
      // A stock ticker is no part of the sentence: "Acme Corp <ACM> said".
      for (; at <= close; at++) index[at] = items.length - 1;
      continue;
    }
    const to = here ? here.mention.to : at + 1;
    const number = token?.kind === 'NUMBER';
    items.push({ from: at, to, lower: token?.lower ?? '', capital: token?.capital ?? false, number, named: here });
    for (; at < to; at++) index[at] = items.length - 1;
  }
  return { items, itemOf: (token) => index[token] ?? items.length, model };
}

const OPENING: Readonly<Record<string, string>> = { '<': '>', '(': ')' };

/** The closing bracket of a short bracket that holds capitals and marks only and no name; 0 where this is none. */
function ticker(tokens: readonly Token[], at: number, named: readonly NamedItem[], next: number): number {
  const closing = OPENING[tokens[at]?.text ?? ''];
  if (closing === undefined) return 0;
  for (let index = at + 1; index < Math.min(tokens.length, at + 8); index++) {
    const token = tokens[index];
    if (token?.text === closing)
      return (named[next]?.mention.from ?? tokens.length) > index && index > at + 1 ? index : 0;
    if (token?.kind === 'WORD' && token.text !== token.text.toUpperCase()) return 0;
  }
  return 0;
}

export const SKIP_MARKS = new Set(['"', '“', '”', '<', '>', '(', ')', '-', '«', '»', '„']);

export function wordAt(items: readonly Item[], at: number): string {
  const item = items[at];
  return item && !item.named ? item.lower : '';
}

const NO_ADVERB =
  /^(?:family|reply|supply|apply|italy|ally|rally|assembly|monopoly|anomaly|butterfly|jelly|bully|belly|only|early)$/;

/** A word that may stand between a verb and what belongs to it: "is currently under investigation". */
export function isAdverb(model: LanguageModel, word: string): boolean {
  return model.adverbs.has(word) || (!model.plain && word.length > 4 && word.endsWith('ly') && !NO_ADVERB.test(word));
}

export function isOwner(items: readonly Item[], at: number): boolean {
  const next = wordAt(items, at + 1);
  return (
    next === "'s" ||
    next === '’s' ||
    ((next === "'" || next === '’') && wordAt(items, at + 2) === 's') ||
    ((next === "'" || next === '’') && items[at]?.named?.mention.name.endsWith('s') === true)
  );
}

/** A preposition, possibly with article and adjectives or titles between, governs the name at `at`. */
export function prepositional({ items, model }: Clause, at: number): boolean {
  for (let before = at - 1; before >= Math.max(0, at - 6); before--) {
    const lower = wordAt(items, before);
    if (model.prepositions.has(lower)) return true;
    if (
      items[before]?.named ||
      items[before]?.number === true ||
      TIME.has(lower) ||
      lower === ',' ||
      model.boundaries.has(lower) ||
      model.and.has(lower) ||
      model.auxiliaries.has(lower) ||
      model.have.has(lower) ||
      lower.endsWith('ed') ||
      // "of the founder, X": an article ends the search only where something capital or a title does not follow.
      (before < at - 4 && (lower === 'the' || lower === 'a'))
    )
      return false;
  }
  return false;
}

/** Words of time. */
export const TIME = new Set(
  'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december today yesterday tonight week month year years morning night'.split(
    ' ',
  ),
);
