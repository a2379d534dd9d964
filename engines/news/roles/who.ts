import { isOwner, prepositional, wordAt, type Clause, type Item, type NamedItem } from './clause.ts';
import { object } from './object.ts';
import type { Hits } from './statement.ts';
import { subject } from './subject.ts';

/** "X's fraud" is by X; "the X fraud" may well be against X. */
const ONLY_OWNED = new Set('fraud swindle embezzlement crimes violations involvement scandal'.split(' '));

const DONE_TO =
  /^(?:misrepresent|misstat|steal|stole|infring|violat|copy|pirat|forg|fak|abus|exploit|defraud|leak|disclos|undermin|damag|hack|obstruct|hinder|oppos|denounc|criticis|criticiz|condemn|welcom|support)\w*(?:ing|ed|e|es|s)?$/;

/** "X's conviction", "the X scandal": the name before the noun, with up to three words between. */
export function owner({ items, model }: Clause, at: number): NamedItem[] {
  for (let before = at - 1; before >= Math.max(0, at - 5); before--) {
    const item = items[before];
    if (!item) break;
    if (item.named) {
      const owns = isOwner(items, before);
      // "misrepresenting X's involvement", "stealing X's designs": done to X.
      if (owns && DONE_TO.test(wordAt(items, before - 1))) return [];
      return owns || (before === at - 1 && !ONLY_OWNED.has(wordAt(items, at))) ? [item.named] : [];
    }
    const word = item.lower;
    if (model.ownPronouns.has(word)) {
      for (let back = before - 1; back >= 0; back--) {
        const named = items[back]?.named;
        const wanted = word === 'its' || word === 'their' ? 'ORGANIZATION' : 'PERSON';
        if (named?.mention.kind === wanted && !named.mention.official && !named.mention.authority) return [named];
      }
      return [];
    }
    if (
      word === ',' ||
      model.prepositions.has(word) ||
      model.boundaries.has(word) ||
      model.auxiliaries.has(word) ||
      model.have.has(word)
    )
      break;
  }
  return [];
}

/** After "names as defendants", "including": every name to the end of the clause that nothing governs or owns. */
export function everyName(sentence: Clause, end: number): NamedItem[] {
  const { items, model } = sentence;
  const found: NamedItem[] = [];
  for (let at = end; at < Math.min(items.length, end + 80); at++) {
    const named = items[at]?.named;
    const word = wordAt(items, at);
    if (!named && (model.boundaries.has(word) || model.auxiliaries.has(word) || model.have.has(word))) break;
    // A preposition before the words of the charge ("names as defendants") governs nothing behind them.
    let governed = false;
    for (let before = at - 1; before >= Math.max(end, at - 6); before--) {
      if (items[before]?.named || wordAt(items, before) === ',') break;
      if (model.prepositions.has(wordAt(items, before))) governed = prepositional(sentence, at);
    }
    const first = at === end || (found.length === 0 && model.titles.has(wordAt(items, at - 1)));
    if (named && !named.mention.authority && !isOwner(items, at) && (first || !governed)) found.push(named);
  }
  return found;
}

/** "before the market opened, X …", "beginning in March, X …". */
export function opensWithTime(items: readonly Item[], first: number, prepositions: ReadonlySet<string>): boolean {
  const word = wordAt(items, first);
  return prepositions.has(word) || word === 'before' || word === 'after' || word.endsWith('ing');
}

const OF_PROCEEDING = /^(?:investigations?|probes?|affair|fine|penalty|prosecution)$/;

/**
 * "the Corvex investigation", "the Corvex fine": the organisation that a proceeding is called after. An inquiry that
 * bears a person's name is mostly held by that person.
 */
export function calledAfter({ items }: Clause): { named: NamedItem; at: number }[] {
  const found: { named: NamedItem; at: number }[] = [];
  for (const [index, item] of items.entries()) {
    const { named } = item;
    if (!named || named.mention.kind !== 'ORGANIZATION' || named.mention.authority) continue;
    if (wordAt(items, index - 1) === 'the' && OF_PROCEEDING.test(wordAt(items, index + 1)))
      found.push({ named, at: index + 1 });
  }
  return found;
}

/** Nouns of what somebody suffered: looking into them does not suspect the one they are of. */
const SUFFERED =
  /^(?:death|deaths|murder|killing|disappearance|kidnap|abduction|assassination|crash|suicide|poisoning|shooting|injur|complain|claim|allegation|accusation|charge|report|request|loss|losses|stolen|theft|fate|burglary|rape)/;

const DEALINGS =
  /^(?:dealings?|affairs?|activit(?:y|ies)|finances|conduct|roles?|practices?|accounts?|transactions?|operations?|sales?|business|investments?|trading|behaviour|behavior|past)$/;

/** "an inquiry into X's dealings", "into the financial dealings of X": whose dealings are looked into. */
export function lookedInto(sentence: Clause, end: number): NamedItem[] {
  const { items } = sentence;
  for (let at = end; at < Math.min(items.length, end + 5); at++) {
    if (items[at]?.named) break;
    if (DEALINGS.test(wordAt(items, at)) && wordAt(items, at + 1) === 'of') return object(sentence, at + 2);
  }
  for (let at = end; at < Math.min(items.length, end + 4); at++) {
    const named = items[at]?.named;
    if (!named) {
      if (['the', 'former', 'alleged', '('].includes(wordAt(items, at))) continue;
      return [];
    }
    if (!isOwner(items, at) || named.mention.authority) return [];
    for (let next = at + 2; next < Math.min(items.length, at + 6); next++)
      if (SUFFERED.test(wordAt(items, next))) return [];
    return [named];
  }
  return [];
}

/** "the VW currency swindle": the name only says which swindle. */
export function describes(sentence: Clause, hits: Hits, at: number): boolean {
  const after = sentence.items[at]?.to ?? 0;
  // "accused X of fraud": X is charged, not what the fraud is called after.
  if (sentence.model.prepositions.has(wordAt(sentence.items, at + 1))) return false;
  return (
    sentence.items[at]?.named?.mention.kind === 'ORGANIZATION' &&
    hits.offences.some(({ from }) => from >= after && from - after < 2)
  );
}

const OFFICIALS_OF = new Set(
  'department ministry police customs u.s. us american british french german italian israeli intelligence security federal court enforcement government state justice court'.split(
    ' ',
  ),
);

/** Whether the one who speaks at item `at` accuses by office: a prosecutor, an indictment, the police. */
export function accuserSpeaks({ items, model }: Clause, at: number): boolean {
  for (let before = at - 1; before >= Math.max(0, at - 12); before--) {
    const item = items[before];
    if (!item) break;
    if (
      item.named
        ? item.named.mention.official && model.accusers.has(wordAt(items, before - 1))
        : model.accusers.has(item.lower) ||
          (item.lower === 'officials' &&
            OFFICIALS_OF.has(items[before - 1]?.named ? 'department' : wordAt(items, before - 1)))
    )
      return true;
    if (!item.named && (item.lower === '"' || (model.boundaries.has(item.lower) && !model.relatives.has(item.lower))))
      return false;
  }
  return false;
}

/** The subject; for "Despite pleading guilty, X …" the name after the comma. */
export function pleader(sentence: Clause, at: number, end: number): NamedItem[] {
  const { items } = sentence;
  const before = subject(sentence, at);
  if (before.length > 0 || at > 2 || !/(?:ing|^without)$/.test(wordAt(items, at))) return before;
  return afterComma(sentence, end, 12);
}

/** The subject after what stands before the first comma: "Convicted of perjury, X was". */
export function afterComma(sentence: Clause, end: number, reach: number): NamedItem[] {
  const { items } = sentence;
  for (let next = end; next < Math.min(items.length, end + reach); next++) {
    if (wordAt(items, next) === ',') return object(sentence, next + 1);
  }
  return [];
}

/** The nearest party within the clause, the one before first: for languages without word-order rules of their own. */
export function nearest({ items, model }: Clause, at: number, end: number): NamedItem[] {
  // "wirft X vor": between the parts of the verb.
  for (let inside = at; inside < end; inside++) {
    const named = items[inside]?.named;
    if (named && !named.mention.authority && !named.mention.official) return [named];
  }
  for (let before = at - 1; before >= Math.max(0, at - 25); before--) {
    const named = items[before]?.named;
    if (named && !named.mention.authority && !named.mention.official) return [named];
    if (model.boundaries.has(wordAt(items, before)) && !model.relatives.has(wordAt(items, before))) break;
  }
  for (let after = end; after < Math.min(items.length, end + 12); after++) {
    const named = items[after]?.named;
    if (named && !named.mention.authority && !named.mention.official) return [named];
    if (model.boundaries.has(wordAt(items, after))) break;
  }
  return [];
}

/** "X's fraud", "X's role in the fraud": the name that owns the noun at item `at`, over adjectives and "role in the". */
export function possessor({ items, model }: Clause, at: number): NamedItem[] {
  for (let before = at - 1; before >= Math.max(0, at - 8); before--) {
    const item = items[before];
    if (!item) break;
    if (item.named) {
      const { authority, official } = item.named.mention;
      if (DONE_TO.test(wordAt(items, before - 1))) return [];
      return isOwner(items, before) && !authority && !official ? [item.named] : [];
    }
    if (item.lower === ',' || model.boundaries.has(item.lower) || model.auxiliaries.has(item.lower)) break;
    // "X's counterclaim of fraud": somebody else's.
    if (/claim|alleg|charge|accus|complain|warn|report|denial|suspicion|fear/.test(item.lower)) break;
    if (item.lower !== 'in' && item.lower !== 'of' && model.prepositions.has(item.lower)) break;
  }
  return [];
}

const LISTING = new Set('including among named identified'.split(' '));

/** "Three were arrested, including X and Y", "a man was held, identified as X": the names after the charge. */
export function listed(sentence: Clause, at: number, end: number): NamedItem[] {
  const { items, model } = sentence;
  // The subject must be people: "two men were arrested".
  const from = Math.max(0, at - 12);
  const people = items.slice(from, at).some(({ lower, number }) => number || PEOPLE.has(lower));
  if (!people) return [];
  // "nine people, among them X, were detained".
  for (let back = at - 1; back > from; back--) {
    if (wordAt(items, back) !== 'including' && wordAt(items, back) !== 'among') continue;
    const start = wordAt(items, back + 1) === 'them' ? back + 2 : back + 1;
    return items.slice(start, at).flatMap(({ named }, index) =>
      // "the mayor of X, Y": Y.
      named && !named.mention.authority && !/^(?:of|at|in|from)$/.test(wordAt(items, start + index - 1)) ? [named] : [],
    );
  }
  for (let next = end; next < Math.min(items.length, end + 25); next++) {
    const word = wordAt(items, next);
    if (word === 'that' || word === ';' || model.speaking.has(word)) return [];
    if (!LISTING.has(word)) continue;
    const start = word === 'identified' || word === 'named' ? next + 2 : next + 1;
    return everyName(sentence, start);
  }
  return [];
}

/** "… along with two other executives, X and Y": the names, where the words follow the charge within its clause. */
export function company(sentence: Clause, end: number): NamedItem[] {
  const { items, model } = sentence;
  for (let at = end; at < Math.min(items.length, end + 10); at++) {
    const word = wordAt(items, at);
    if ((word === 'along' || word === 'together') && wordAt(items, at + 1) === 'with') return object(sentence, at + 2);
    if (word === ',' || word === ';' || model.boundaries.has(word)) return [];
  }
  return [];
}

const PEOPLE = new Set(
  'man men woman women people person persons suspects suspect others executives officials brokers traders officers employees defendants company companies firms banks one two three four five six seven eight nine ten several dozen dozens some most them'.split(
    ' ',
  ),
);

const TELLING = new Set(
  'heard alleged alleges allege claimed claim claims charged charges believe believed contend contended'.split(' '),
);

/**
 * "X hid the losses, prosecutors said", "X took bribes, according to the indictment": the subject of a sentence whose
 * tail names an accuser.
 */
export function attributed(sentence: Clause): NamedItem[] {
  const { items, model } = sentence;
  let tail = -1;
  for (let at = items.length - 1; at > Math.max(3, items.length - 14); at--) {
    const word = wordAt(items, at);
    const accuser = [1, 2, 3].some(
      (back) => model.accusers.has(wordAt(items, at - back)) && wordAt(items, at - back - 1) !== 'by',
    );
    if ((model.speaking.has(word) || TELLING.has(word)) && accuser) tail = at;
    if (word === 'according' && [2, 3, 4].some((ahead) => model.accusers.has(wordAt(items, at + ahead)))) tail = at;
  }
  if (tail < 0) return [];
  let comma = tail;
  while (comma > 0 && wordAt(items, comma) !== ',') comma--;
  if (comma < 3) return [];
  for (let at = 0; at < Math.min(comma, 12); at++) {
    const named = items[at]?.named;
    if (
      named &&
      !named.mention.authority &&
      !named.mention.official &&
      !isOwner(items, at) &&
      !prepositional(sentence, at)
    )
      return [named];
    if (model.auxiliaries.has(wordAt(items, at)) || model.boundaries.has(wordAt(items, at))) return [];
  }
  return [];
}
