import type { Cue } from '../lexicon/types.ts';
import type { PhraseHit } from '../phrases.ts';
import type { Role } from '../types.ts';
import { isOwner, wordAt, type Clause, type NamedItem } from './clause.ts';
import { rightList } from './coordination.ts';
import { COLLECTIVE } from './object.ts';
import { pronoun } from './pronoun.ts';
import { REPORTED, type Hits } from './statement.ts';
import { opensWithTime } from './who.ts';

/** "are examining whether X", "a probe into whether X". */
const EXAMINES = /^(?:investigat|examin|prob|inquir|look|review)/;

/** After "alleges that", "prosecutors said": the first name of the clause is its subject, if a deed or offence follows. */
export function alleged(
  sentence: Clause,
  hits: Hits,
  hit: PhraseHit<readonly Cue[]>,
  end: number,
  add: (all: readonly NamedItem[], role: Role, rule: string, hit: PhraseHit<unknown>, strong: boolean) => void,
): void {
  const { items, model } = sentence;
  let at = end;
  // "alleged in a New York court last week that X …"
  for (let that = end; that < Math.min(items.length, end + 10); that++)
    if (wordAt(items, that) === 'that') at = that + 1;
  if (wordAt(items, at) === 'how') at++;
  const begin = at;
  // "alleging the company did not report", "whether he violated".
  // "told the inquiry that her employer paid": not she.
  const whose = model.ownPronouns.has(wordAt(items, at));
  const meant = (whose ? [] : pronoun(sentence, wordAt(items, at) === 'the' ? at + 1 : at)).filter(
    ({ mention }) => wordAt(items, at) === 'the' || mention.kind === 'PERSON' || mention.bare,
  );
  if (meant.length > 0) {
    const after = items[at]?.to ?? 0;
    if ([...hits.offences, ...hits.deeds].some(({ from }) => from >= after))
      add(meant, 'ACCUSED', 'subject of allegation', hit, false);
    return;
  }
  while (at < items.length && at - begin < 9 && !items[at]?.named) {
    const word = wordAt(items, at);
    if (at > begin && (model.auxiliaries.has(word) || word === ';' || word === '"')) return;
    if (at > begin && model.prepositions.has(word) && !opensWithTime(items, begin, model.prepositions)) return;
    if (model.prepositions.has(word)) {
      // "alleges that before the market opened, X …"
      let comma = at;
      while (comma < items.length && comma - at < 16 && !(wordAt(items, comma) === ',' && items[comma + 1]?.named))
        comma++;
      // "that between 2015 and 2018 X": a year ends the time.
      for (let year = at + 1; year < Math.min(items.length, at + 6); year++)
        if (items[year]?.number === true && items[year + 1]?.named) comma = year;
      if ((wordAt(items, comma) !== ',' && items[comma]?.number !== true) || !items[comma + 1]?.named) return;
      at = comma + 1;
      break;
    }
    at++;
  }
  // "whether Corvex aide X acted": X.
  for (let next = at + 1; next < Math.min(items.length, at + 5); next++) {
    if (items[next]?.named) {
      if (next > at + 1) at = next;
      break;
    }
    if (!model.titles.has(wordAt(items, next))) break;
  }
  const named = items[at]?.named;
  if (!named || named.mention.authority || isOwner(items, at)) return;
  // "that Corvex investors colluded": they, not Corvex.
  if (named.mention.kind === 'ORGANIZATION' && COLLECTIVE.has(wordAt(items, at + 1))) return;
  const after = items[at]?.to ?? 0;
  // "believe X was murdered", "found that X did not break the law": X suffered it, or did not do it.
  const first = hits.deeds.find(({ from }) => from >= after && sentence.itemOf(from) - at < 8);
  if (first && model.auxiliaries.has(wordAt(items, sentence.itemOf(first.from) - 1))) {
    add([named], 'VICTIM', 'suffered', first, false);
    return;
  }
  const denied = hits.negations.find(({ from }) => from >= after && sentence.itemOf(from) - at < 5);
  if (denied) return;
  const tells = [...hits.offences, ...hits.deeds].some(({ from }) => from >= after && sentence.itemOf(from) - at < 45);
  // Without the name of an offence it counts where the article accuses the party elsewhere.
  const accuser =
    hit.value.some(({ form }) => form === 'REPORT') ||
    wordAt(items, sentence.itemOf(hit.from)).startsWith('alleg') ||
    /^(?:indictment|complaint|according|inquiry|investigation|probe|report|audit|suit|lawsuit|affidavit)/.test(
      wordAt(items, sentence.itemOf(hit.from)),
    );
  if (tells) add(rightList(sentence, at), 'ACCUSED', 'subject of allegation', hit, false);
  else if (
    wordAt(items, end - 1) === 'whether' &&
    items.slice(sentence.itemOf(hit.from), end).some(({ lower }) => EXAMINES.test(lower))
  )
    add(rightList(sentence, at), 'ACCUSED', 'subject of a question', hit, false);
  else if (accuser) add(rightList(sentence, at), 'ACCUSED', REPORTED, hit, false);
}
