import { isAdverb, TIME, wordAt, type Clause } from './clause.ts';
import type { Hits } from './statement.ts';

/** What stands before a participle that describes a name rather than does something to it. */
export const BEFORE_LABEL = new Set(
  'the a an of by with to against from in for and or its his her their into between among including like as , " two three former'.split(
    ' ',
  ),
);

const PROCEEDED = new Set('charged detained summoned questioned interrogated investigated raided'.split(' '));
const CLOSES = new Set(', . ; on in last by over at after when while as'.split(' '));
const OBJECT_BEGINS = new Set('the a an his her its their two three several more some him them it false'.split(' '));

/** "Charges", "accuse", "is paying": forms that are no participle. */
export const ACTIVE_ONLY =
  /(?:ing|[^s]s|e)$|^(?:indict|arrest|detain|convict|jail|debar|suspect|arraign|subpoena|link|impeach|imprison|finger|report|charge)$/;

type Voice = 'PASSIVE' | 'REDUCED' | 'ACTIVE';

/** Whether the participle at item `at` is said of its subject or does something to its object. */
export function voice({ items, model }: Clause, at: number, end: number): Voice {
  // "was paying", "is investigating": no passive.
  if (ACTIVE_ONLY.test(wordAt(items, at))) return 'ACTIVE';
  let before = at - 1;
  while (before >= 0 && at - before < 5) {
    const word = wordAt(items, before);
    if (model.auxiliaries.has(word)) return 'PASSIVE';
    if (model.have.has(word)) return 'ACTIVE';
    if (!isAdverb(model, word)) break;
    before--;
  }
  return model.prepositions.has(wordAt(items, end)) || model.prepositions.has(wordAt(items, end - 1))
    ? 'REDUCED'
    : 'ACTIVE';
}

/** Whether a negation stands before a token, with no clause ending between. */
export function negatedAt(sentence: Clause, hits: Hits, token: number): boolean {
  const item = sentence.itemOf(token);
  for (const { from, to } of hits.negations) {
    const at = sentence.itemOf(from);
    if (to > token || item - at > 7) continue;
    let open = true;
    for (let between = at + 1; between < item; between++) {
      const word = wordAt(sentence.items, between);
      if (word === ',' || word === ';' || (sentence.model.boundaries.has(word) && word !== 'that')) open = false;
    }
    if (open) return true;
  }
  return false;
}

/** "X, 47, of Miami, accused Y": after the comma the verb goes on, where an object follows. */
export function resumes({ items }: Clause, at: number, end: number): boolean {
  if (wordAt(items, at - 1) !== ',') return false;
  const next = wordAt(items, end);
  return (
    items[end]?.named !== undefined || items[end]?.number === true || OBJECT_BEGINS.has(next) || /[^s]s$/.test(next)
  );
}

/** Whether an authority or an accuser by office is the subject of the verb at item `at`. */
export function byOffice({ items, model }: Clause, at: number): boolean {
  for (let before = at - 1; before >= Math.max(0, at - 8); before--) {
    const item = items[before];
    if (item?.named) return item.named.mention.authority;
    if (model.accusers.has(item?.lower ?? '') || model.authorities.has(item?.lower ?? '')) return true;
    if (item?.lower === ',' || model.boundaries.has(item?.lower ?? '')) return false;
  }
  return false;
}

/** "was charged on Friday", "has been detained.": a proceeding by itself, where no sum or matter follows. */
export function proceeded({ items, model }: Clause, at: number, end: number): boolean {
  if (!PROCEEDED.has(wordAt(items, at)) || end !== at + 1) return false;
  const next = wordAt(items, end);
  return next === '' || CLOSES.has(next) || TIME.has(next) || model.and.has(next);
}
