import type { PhraseHit } from '../phrases.ts';
import type { Cue } from '../lexicon/types.ts';
import type { Offence, Role } from '../types.ts';
import { isOwner, object, rightList, subject, type Clause, type Item, type NamedItem } from './clause.ts';

/** One party's role in one sentence, and the words that say so. */
export interface Statement {
  named: NamedItem;
  role: Role;
  rule: string;
  /** Tokens of the cue. */
  from: number;
  to: number;
  /** Counts without an offence named beside it. */
  strong: boolean;
  /** Set where the cue itself says the offence. */
  offence?: Offence | undefined;
  /** Said not to be so: cleared, acquitted, denied by a third party. */
  negated: boolean;
}

export interface Hits {
  cues: readonly PhraseHit<readonly Cue[]>[];
  deeds: readonly PhraseHit<Offence>[];
  negations: readonly PhraseHit<true>[];
  cleared: readonly PhraseHit<true>[];
  testifying: readonly PhraseHit<true>[];
  offences: readonly PhraseHit<Offence>[];
}

const MODAL = new Set(['if', 'would', 'could', 'may', 'might', 'should', 'can', 'will', 'unless']);

function lower(items: readonly Item[], at: number): string {
  const item = items[at];
  return item && !item.named ? item.lower : '';
}

type Voice = 'PASSIVE' | 'REDUCED' | 'ACTIVE';

/** Whether the participle at item `at` is said of its subject or does something to its object. */
function voice({ items, model }: Clause, at: number, end: number): Voice {
  let before = at - 1;
  while (before >= 0 && at - before < 5) {
    const word = lower(items, before);
    if (model.auxiliaries.has(word)) return 'PASSIVE';
    if (model.have.has(word)) return 'ACTIVE';
    if (!model.adverbs.has(word)) break;
    before--;
  }
  return model.prepositions.has(lower(items, end)) || model.prepositions.has(lower(items, end - 1)) ? 'REDUCED' : 'ACTIVE';
}

function negatedAt(sentence: Clause, hits: Hits, token: number): boolean {
  const item = sentence.itemOf(token);
  for (const { from, to } of hits.negations) {
    const at = sentence.itemOf(from);
    if (to > token || item - at > 7) continue;
    let open = true;
    for (let between = at + 1; between < item; between++) {
      const word = lower(sentence.items, between);
      if (word === ',' || word === ';' || (sentence.model.boundaries.has(word) && word !== 'that')) open = false;
    }
    if (open) return true;
  }
  return false;
}

/** The statements of one sentence, before offences are put to them. */
export function statements(sentence: Clause, hits: Hits): Statement[] {
  const { items, model } = sentence;
  const found: Statement[] = [];
  const add = (all: readonly NamedItem[], role: Role, rule: string, hit: PhraseHit<unknown>, strong: boolean, offence?: Offence): void => {
    const negated = (role === 'ACCUSED' || role === 'CONVICTED') && negatedAt(sentence, hits, hit.from);
    for (const named of all) {
      found.push({ named, role, rule, from: hit.from, to: hit.to, strong, offence, negated });
    }
  };

  for (const hit of hits.cues) {
    const at = sentence.itemOf(hit.from);
    const end = sentence.itemOf(hit.to);
    for (const cue of hit.value) {
      const modal = MODAL.has(lower(items, at - 1)) || MODAL.has(lower(items, at - 2)) || lower(items, at - 1) === 'to';
      const role = cue.role === 'CONVICTED' && modal && cue.form !== 'SUBJECT' ? 'ACCUSED' : cue.role;
      switch (cue.form) {
        case 'PASSIVE': {
          const how = voice(sentence, at, end);
          if (how === 'ACTIVE') add(object(sentence, end), role, `object of ${cue.role === 'CONVICTED' ? 'sentence' : 'charge'}`, hit, cue.strong);
          else {
            const parties = subject(sentence, at);
            add(parties, role, how === 'PASSIVE' ? 'subject of passive charge' : 'participle of charge', hit, cue.strong);
            // "convicted along with Y", "charged with X": "with" and a name right after is company.
          }
          break;
        }
        case 'SUBJECT':
          add(subject(sentence, at), cue.role, 'subject of plea or denial', hit, cue.strong);
          break;
        case 'OBJECT':
          add(object(sentence, end), role, 'charge against', hit, cue.strong);
          break;
        case 'OWNER':
          add(owner(sentence, at), cue.role, 'owner of charge', hit, cue.strong);
          break;
        case 'LABEL': {
          const next = items[end]?.named ? end : items[end + 1]?.named && model.titles.has(lower(items, end)) ? end + 1 : -1;
          if (next >= 0 && !model.auxiliaries.has(lower(items, at - 1))) add(rightList(sentence, next), cue.role, 'label before name', hit, cue.strong);
          break;
        }
        case 'ALLEGE':
          alleged(sentence, hits, hit, end, add);
          break;
        case 'NEAREST':
          add(nearest(sentence, at, end), cue.role, 'nearest to charge', hit, cue.strong);
          break;
      }
    }
  }

  for (const hit of hits.deeds) {
    const at = sentence.itemOf(hit.from);
    const end = sentence.itemOf(hit.to);
    const how = voice(sentence, at, end);
    const alone = how === 'PASSIVE' || (how === 'REDUCED' && lower(items, end) === 'by');
    if (alone) {
      add(subject(sentence, at), 'VICTIM', 'suffered', hit, true, hit.value);
      if (model.by.has(lower(items, end))) add(object(sentence, end + 1), 'ACCUSED', 'done by', hit, true, hit.value);
    } else {
      add(subject(sentence, at), 'ACCUSED', 'did', hit, true, hit.value);
      const suffered = object(sentence, end);
      if (suffered.length > 0 && items[end]?.named) add(suffered, 'VICTIM', 'suffered', hit, true, hit.value);
    }
  }
  // "bribery by X", "theft of water by a company, X".
  for (const hit of hits.offences) {
    const end = sentence.itemOf(hit.to);
    for (let at = end; at < Math.min(items.length, end + 6); at++) {
      const word = lower(items, at);
      if (model.by.has(word)) {
        let next = at + 1;
        if (['a', 'an', 'the'].includes(lower(items, next)) && lower(items, next + 2) === ',') next += 3;
        add(object(sentence, next), 'ACCUSED', 'offence by', hit, true, hit.value);
        break;
      }
      if (items[at]?.named || word === ',' || model.boundaries.has(word)) break;
    }
  }
  for (const hit of hits.cleared) {
    const at = sentence.itemOf(hit.from);
    for (const named of [...subject(sentence, at), ...object(sentence, sentence.itemOf(hit.to))]) {
      found.push({ named, role: 'OTHER', rule: 'cleared', from: hit.from, to: hit.to, strong: true, negated: true });
    }
  }
  for (const hit of hits.testifying) {
    add(subject(sentence, sentence.itemOf(hit.from)), 'WITNESS', 'testified', hit, false);
  }
  for (const { named, from, to } of items) {
    if (named?.mention.official === true && !named.mention.authority) {
      found.push({ named, role: 'OFFICIAL', rule: 'official by title', from, to, strong: false, negated: false });
    }
  }
  return found;
}

/** "X's conviction", "the X scandal": the name before the noun, with up to three words between. */
function owner({ items, model }: Clause, at: number): NamedItem[] {
  for (let before = at - 1; before >= Math.max(0, at - 5); before--) {
    const item = items[before];
    if (!item) break;
    if (item.named) {
      const owns = isOwner(items, before);
      return owns || before === at - 1 ? [item.named] : [];
    }
    const word = item.lower;
    if (word === ',' || model.prepositions.has(word) || model.boundaries.has(word) || model.auxiliaries.has(word)) break;
  }
  return [];
}

/** After "alleges that", "prosecutors said": the first name of the clause is its subject, if a deed or offence follows. */
function alleged(
  sentence: Clause,
  hits: Hits,
  hit: PhraseHit<readonly Cue[]>,
  end: number,
  add: (all: readonly NamedItem[], role: Role, rule: string, hit: PhraseHit<unknown>, strong: boolean) => void,
): void {
  const { items, model } = sentence;
  let at = end;
  while (at < items.length && at - end < 9 && !items[at]?.named) {
    const word = lower(items, at);
    if (at > end && (model.prepositions.has(word) || model.auxiliaries.has(word) || word === ';' || word === '"')) return;
    at++;
  }
  const named = items[at]?.named;
  if (!named || named.mention.authority || isOwner(items, at)) return;
  const after = items[at]?.to ?? 0;
  const tells = [...hits.offences, ...hits.deeds].some(({ from }) => from >= after && sentence.itemOf(from) - at < 30);
  if (tells) add(rightList(sentence, at), 'ACCUSED', 'subject of allegation', hit, false);
}

/** The nearest party within the clause, the one before first: for languages without word-order rules of their own. */
function nearest({ items, model }: Clause, at: number, end: number): NamedItem[] {
  for (let before = at - 1; before >= Math.max(0, at - 25); before--) {
    const named = items[before]?.named;
    if (named && !named.mention.authority && !named.mention.official) return [named];
    if (model.boundaries.has(lower(items, before)) && !model.relatives.has(lower(items, before))) break;
  }
  for (let after = end; after < Math.min(items.length, end + 12); after++) {
    const named = items[after]?.named;
    if (named && !named.mention.authority && !named.mention.official) return [named];
    if (model.boundaries.has(lower(items, after))) break;
  }
  return [];
}
