import { isOwner, prepositional, wordAt, type Clause, type NamedItem } from './clause.ts';
import { leftList } from './coordination.ts';

const GENERIC = new Set(
  'firm company bank partnership group airline insurer carrier broker brokerage exporter retailer manufacturer lender concern fund organisation organization charity'.split(
    ' ',
  ),
);

/** What "he", "it" or "the company" at item `at` stands for: the nearest party before it in the sentence that may be meant. */
export function pronoun(sentence: Clause, at: number): NamedItem[] {
  const { items, model } = sentence;
  const company =
    GENERIC.has(wordAt(items, at)) && wordAt(items, at - 1) === 'the' && !/^['’]s?$/.test(wordAt(items, at + 1));
  if (model.groupPronouns.has(wordAt(items, at))) {
    for (let before = at - 1; before >= 0; before--) {
      if (!items[before]?.named) continue;
      const group = leftList(sentence, before);
      return group.length > 1 ? group : [];
    }
  }
  const kind = company
    ? 'ORGANIZATION'
    : model.personPronouns.has(wordAt(items, at))
      ? 'PERSON'
      : model.thingPronouns.has(wordAt(items, at))
        ? 'ORGANIZATION'
        : undefined;
  if (kind === undefined) return [];
  // The subject of the sentence before anybody else.
  const order = kind === 'PERSON' ? [...Array(at).keys()] : [...Array(at).keys()].toReversed();
  for (const before of order) {
    const named = items[before]?.named;
    if (named && kind === 'PERSON' && prepositional(sentence, before)) continue;
    if (!named || named.mention.authority || named.mention.official || isOwner(items, before)) continue;
    // "the Volcker suggestion … the company": a name that only describes.
    if (kind === 'ORGANIZATION' && named.mention.bare && ['the', 'a', 'an'].includes(wordAt(items, before - 1)))
      continue;
    // "Corvex director X described how he": Corvex only describes.
    if (kind === 'PERSON' && model.titles.has(wordAt(items, before + 1)) && items[before + 2]?.named) continue;
    if (named.party.kind === kind || (named.mention.bare && kind === 'PERSON')) return [named];
  }
  // "X's application was delayed while the firm was": the owner, where nobody else is named.
  if (company) {
    for (let before = at - 1; before >= 0; before--) {
      const named = items[before]?.named;
      if (named && isOwner(items, before) && named.mention.kind === kind && !named.mention.authority) return [named];
    }
  }
  return [];
}
