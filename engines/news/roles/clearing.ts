import type { Party } from '../parties/mention.ts';
import { wordAt, type Clause } from './clause.ts';
import { object } from './object.ts';
import type { Hits, Statement } from './statement.ts';
import { subject } from './subject.ts';
import { nearest } from './who.ts';

/** Before the name of the party charged. */
const CHARGED = new Set('against into gegen contre contra contro tegen против'.split(' '));
const ASKED = new Set(
  'sought seeks seeking requested demanded asked pidió pide pediu pede chiesto chiede vroeg vraagt eiste forderte fordert plaidé plaide demande demandé попросила попросил просит требует'.split(
    ' ',
  ),
);
const PROSECUTING = /^(?:prosecutors?|staatsanwaltschaft|parquet|procureure?|fiscal|fiscalía|procura|прокуратура)$/;
/** What ends a conviction too. */
const OVERTURNED = /^(?:convict|verdict|wrongful|sentence)/;

/** Words of acquittal: adds who is cleared to the statements of a sentence, and turns what they undo. */
export function clear(sentence: Clause, hits: Hits, found: Statement[]): void {
  const { items, model } = sentence;
  const cleared = new Set<Party>();
  const overturned = new Set<Party>();
  let ended = false;
  for (const hit of hits.cleared) {
    const at = sentence.itemOf(hit.from);
    // "asked for an acquittal" is none, unless those ask who accused.
    const asking = [1, 2, 3, 4, 5, 6, 7].find((back) => ASKED.has(wordAt(items, at - back)));
    if (asking !== undefined && !items.slice(0, at - asking).some(({ lower }) => PROSECUTING.test(lower))) continue;
    ended = true;
    const end = sentence.itemOf(hit.to);
    // "Charges against X were dropped": X stands inside the phrase.
    const against = items.slice(at, end).findIndex(({ lower, named }) => !named && CHARGED.has(lower));
    const within = items
      .slice(at, end)
      .flatMap(({ named }, index) =>
        named && (!named.mention.official || (against >= 0 && index > against)) ? [named] : [],
      );
    const spared = object(sentence, CHARGED.has(wordAt(items, end)) || wordAt(items, end) === 'of' ? end + 1 : end);
    const who = model.plain
      ? nearest(sentence, at, end)
      : // "Judge X threw out the charges against Y": Y.
        [...subject(sentence, at).filter(({ mention }) => spared.length === 0 || !mention.official), ...spared];
    for (const named of within.length > 0 ? within : who) {
      cleared.add(named.party);
      if (items.slice(at, end).some(({ lower }) => OVERTURNED.test(lower))) overturned.add(named.party);
      found.push({ named, role: 'OTHER', rule: 'cleared', from: hit.from, to: hit.to, strong: true, negated: true });
    }
  }
  // Where nobody is named beside the words of acquittal, they stand for everybody the sentence accuses.
  if (ended) {
    const convicted = new Set(found.filter(({ role }) => role === 'CONVICTED').map(({ named }) => named.party));
    for (const one of found)
      if (
        one.role === 'ACCUSED' &&
        (cleared.size === 0 || cleared.has(one.named.party)) &&
        !convicted.has(one.named.party)
      )
        one.negated = true;
  }
  // "Quashed the conviction of X".
  for (const one of found) if (overturned.has(one.named.party)) one.negated = true;
}
