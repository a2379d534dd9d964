import { foldWord } from '../fold.ts';
import type { LanguageModel } from '../lexicon/model.ts';
import { glued, type Token } from '../tokens.ts';
import { GIVEN_NAMES } from './given-names.ts';
import type { Mention } from './mention.ts';
import {
  ALSO_NAMES,
  COMMON_ENDING,
  COMPANY,
  COMPANY_PLACES,
  COUNTED,
  FORMER,
  GEOGRAPHY,
  LAWS,
  LOCATIVE,
  MONEY,
  NATURE,
  POLITICAL,
  STARTER,
  STATES,
  SURNAMES,
  demonym,
  isAcronym,
  isGivenName,
  officialNear,
} from './name-words.ts';
import { LONG_PLACES, PLACES } from './places.ts';
import { bracketed, capitalRun, firmOfNames, namePart, quotedFirm } from './runs.ts';

/** What the article as a whole shows about words: those it also writes in small letters are no names. */
export interface ArticleWords {
  small: ReadonlySet<string>;
}

const GENERATION = new Set(['jr', 'sr', 'ii', 'iii', 'jnr', 'snr']);

/**
 * Names in one sentence: runs of capitalised words, with the particles, initials, hyphens and "and"/"of" that names
 * have inside, told apart into people and organisations by titles, given names, legal forms and head words. Places,
 * days, nationalities and sentence starters are no names.
 */
export function recognise(tokens: readonly Token[], model: LanguageModel, article: ArticleWords): Mention[] {
  const found: Mention[] = [];
  let at = 0;
  while (at < tokens.length) {
    const quoted = quotedFirm(tokens, at, model);
    if (quoted > 0) {
      found.push(...classify(tokens, at + 1, quoted, model, article, true));
      at = quoted + 1;
      continue;
    }
    const closing = bracketed(tokens, at);
    if (closing > 0) {
      found.push(...classify(tokens, at + 1, closing, model, article));
      at = closing + 1;
      continue;
    }
    const firm = firmOfNames(tokens, at, model);
    if (firm > at) {
      found.push(...classify(tokens, at, firm, model, article, true));
      at = firm;
      continue;
    }
    const run = capitalRun(tokens, at, model, article);
    if (run <= at) {
      at++;
      continue;
    }
    found.push(...classify(tokens, at, run, model, article));
    at = run;
  }
  return found;
}
/** Who heads an authority. */
const HEADS_OF = /^(?:director|chief|head)$/;

function classify(
  tokens: readonly Token[],
  start: number,
  end: number,
  model: LanguageModel,
  article: ArticleWords,
  firm = false,
): Mention[] {
  let from = start;
  let to = end;
  let titled = false;
  let official = false;
  let judicial = false;
  const office = (word: string): void => {
    if (!model.officialTitles.has(word)) return;
    official = true;
    judicial ||= !POLITICAL.has(word);
  };
  const lower = (index: number): string => tokens[index]?.lower ?? '';
  const dropTitles = (): void => {
    // "General Dynamics Corp" has no title.
    if (model.legalForms.has(lower(to - 1)) || (model.legalForms.has(lower(to - 2)) && lower(to - 1) === '.')) return;
    // "Treasury Robert Anderson": an office right before a given name.
    for (let index = from + 1; index < to - 1 && !model.organisationHeads.has(lower(to - 1)); index++) {
      if (
        isGivenName(foldWord(tokens[index]?.text ?? '')) &&
        model.authorities.has(lower(index - 1)) &&
        !glued(tokens[index - 1], tokens[index])
      )
        from = index;
    }
    // "Attorney for Manhattan Rudolph Giuliani": the place is none of his names.
    if (
      to - from > 2 &&
      PLACES.has(foldWord(tokens[from]?.text ?? '')) &&
      isGivenName(foldWord(tokens[from + 1]?.text ?? '')) &&
      !model.organisationHeads.has(lower(to - 1))
    )
      from++;
    // "Treasury Secretary James Baker": everything up to the last title that has a name after it.
    for (let index = to - 2; index >= from; index--) {
      const after = lower(index + 1) === '.' ? index + 2 : index + 1;
      if (!model.titles.has(lower(index)) || after >= to) continue;
      if (model.organisationHeads.has(lower(to - 1)) && to - after < 2) break;
      if (/^\p{L}\.$/u.test(tokens[index]?.text ?? '')) continue;
      titled = true;
      for (let title = from; title <= index; title++) office(lower(title));
      from = after;
      break;
    }
  };
  // A capitalised word that the article also writes small, or that begins sentences, is no part of the name.
  const ordinary = (index: number): boolean => {
    const word = lower(index);
    if (isAcronym(tokens[index]?.text ?? '') && !model.ordinary.has(word)) return false;
    if (model.ordinary.has(word)) return true;
    return index === 0 && article.small.has(word) && !GIVEN_NAMES.has(foldWord(word));
  };
  const hasHead = (): boolean => {
    for (let index = from; index < to; index++) if (model.organisationHeads.has(lower(index))) return true;
    return false;
  };
  while (from < to && (ordinary(from) || lower(from) === '.')) {
    // "American Airlines", "British Printing", "First Boston": part of an organisation's name, but not first in a sentence by itself.
    const keep =
      from + 1 < to &&
      !STARTER.has(lower(from)) &&
      (hasHead() || (to - from > 2 && LONG_PLACES.has(`${lower(from)} ${lower(from + 1)}`)));
    if (keep) break;
    from++;
  }
  // "Marshall, Va.", "Naples, Fla": a town before its state or country.
  if (
    lower(end) === ',' &&
    end - start <= 2 &&
    LOCATIVE.has(lower(start - 1)) &&
    (PLACES.has(foldWord(tokens[end + 1]?.text ?? '')) ||
      LONG_PLACES.has(`${lower(end + 1)} ${lower(end + 2)}`) ||
      STATES.has(lower(end + 1)))
  )
    return [];
  const whole = tokens
    .slice(start, end)
    .map((word) => foldWord(word.text))
    .join(' ');
  if (LONG_PLACES.has(whole)) return [];
  // "North" and "May" are names only after "Oliver North" and "Theresa May".
  let onlyKnown = false;
  if (from >= to && end - start === 1 && ALSO_NAMES.has(lower(start))) {
    from = start;
    onlyKnown = true;
  }
  if (from >= to) return [];
  dropTitles();
  while (to > from && (lower(to - 1) === '.' || lower(to - 1) === "'")) to--;
  if (from >= to) return [];
  // "Sammler Egon Tiedemann", "Festnahme von Goran Petkovic": where all nouns have capitals the given name begins it.
  if (model.capitalNouns && !isGivenName(foldWord(tokens[from]?.text ?? '')) && !hasHead()) {
    const given = [from + 1, from + 2].find(
      (index) => index + 1 < to && namePart(tokens[index + 1]) && isGivenName(foldWord(tokens[index]?.text ?? '')),
    );
    if (given !== undefined && !model.legalForms.has(lower(to - 1))) {
      for (let noun = from; noun < given; noun++) office(lower(noun));
      from = given;
    }
  }
  const isTitle = (word: string): boolean =>
    model.titles.has(word) ||
    model.titleEndings.some((ending) => word.length > ending.length && word.endsWith(ending)) ||
    // "des Unternehmers", "dem Zeugen".
    (model.capitalNouns && /..(?:s|n)$/.test(word) && isTitle(word.slice(0, -1)));
  // "Unternehmers Falk Dornbusch", "Finanzchef Timo Rasch": the noun is a title, whatever the given name.
  if (
    model.capitalNouns &&
    to - from === 3 &&
    isTitle(lower(from)) &&
    !hasHead() &&
    !model.legalForms.has(lower(to - 1))
  ) {
    office(lower(from));
    from++;
  }
  // A title before the run in small letters: "speculator Ivan Boesky".
  const before = lower(from - 1) === '.' ? lower(from - 2) : lower(from - 1);
  if (isTitle(before)) {
    titled = true;
    // "former police minister X" holds the office no more.
    if (!POLITICAL.has(before) || ![1, 2, 3, 4].some((back) => FORMER.has(lower(from - back)))) office(before);
    // "Agency director X", "police chief Y".
    if (HEADS_OF.test(before) && model.authorities.has(lower(from - 2)) && !FORMER.has(lower(from - 3))) {
      official = true;
      judicial = true;
    }
  }
  if (officialNear(tokens, from, to, model)) {
    official = true;
    judicial = true;
  }
  const words = tokens.slice(from, to);
  // "Quennell-Oduya" is one word of a name.
  const parts = words.filter(({ text }, index) => text !== '-' && words[index - 1]?.text !== '-').length;
  const phrase = words.map((word) => foldWord(word.text)).join(' ');
  if (LONG_PLACES.has(phrase)) return [];
  if (words.length === 1 && PLACES.has(phrase)) {
    // "Gulf said" after "Gulf Canada".
    if (!COMPANY_PLACES.has(phrase) || LOCATIVE.has(lower(from - 1)) || lower(from - 1) === 'the') return [];
    onlyKnown = true;
  }
  const first = foldWord(words[0]?.text ?? '');
  const last = words.at(-1)?.lower ?? '';
  const inBrackets = lower(from - 1) === '<' && lower(to) === '>';
  const ticker = lower(to) === '<' || (lower(to) === '.' && lower(to + 1) === '<');
  // A stock ticker in brackets is no name of its own.
  if (
    inBrackets &&
    words.length <= 3 &&
    /^[A-Z]{1,6}$/.test(words[0]?.text ?? '') &&
    words.every((word) => word.text.length <= 5) &&
    !model.legalForms.has(last) &&
    from >= 2
  )
    return [];
  const legal = model.legalForms.has(last) || model.legalForms.has(last.replaceAll('.', ''));
  const head = words.some((word) => model.organisationHeads.has(word.lower));
  const given = isGivenName(first) && words.length > 1;
  const initials =
    words.length > 1 && words.some((word) => /^\p{Lu}\.?$/u.test(word.text) || /^(?:\p{Lu}\.)+$/u.test(word.text));
  const age =
    lower(to) === ',' &&
    tokens[to + 1]?.kind === 'NUMBER' &&
    /^\d{2}$/.test(tokens[to + 1]?.text ?? '') &&
    /^[,.;]$/.test(lower(to + 2));
  const generation = GENERATION.has(last);
  const acronym = words.length === 1 && isAcronym(words[0]?.text ?? '');
  if (
    !onlyKnown &&
    words.every(
      (word) =>
        model.titles.has(word.lower) ||
        model.ordinary.has(word.lower) ||
        PLACES.has(foldWord(word.text)) ||
        /^(?:\p{L}\.)+$/u.test(word.text),
    ) &&
    words.length > 1 &&
    !(COMPANY_PLACES.has(first) && lower(from - 1) !== 'the')
  )
    return [];
  // "National Security Adviser" is an office.
  if (words.length > 1 && model.titles.has(last) && !model.legalForms.has(last) && !isGivenName(first) && !model.plain)
    return [];
  if (LAWS.has(last)) return [];
  if (words.length > 1 && GEOGRAPHY.has(last)) return [];
  // "the Ebola virus", "Hurricane Mitch".
  if (!legal && (NATURE.has(lower(to)) || NATURE.has(first) || NATURE.has(lower(from - 1)))) return [];
  if (words.length === 1) {
    const word = words[0];
    // "ООО «…»": a legal form alone is nobody's name.
    if (!word || word.text.length < 2 || (model.legalForms.has(word.lower) && !inBrackets)) return [];
    if (model.organisationHeads.has(word.lower) && !acronym && !model.authorities.has(word.lower)) return [];
    if (model.titles.has(word.lower) && !GIVEN_NAMES.has(first)) onlyKnown = true;
    if (/^(?:\p{L}\.)+$/u.test(word.text) || MONEY.test(word.text) || /['’](?:ve|ll|re|d|m)$/.test(word.text))
      return [];
    if (demonym(first)) return [];
    if (!acronym && COUNTED.has(lower(from - 1)) && lower(to) !== "'") onlyKnown = true;
    if (
      from === 0 &&
      !acronym &&
      !titled &&
      (COMMON_ENDING.test(word.lower) || model.titles.has(lower(to)) || COMPANY.has(lower(to)))
    )
      onlyKnown = true;
    if (from === 0 && article.small.has(word.lower)) onlyKnown = true;
    // "Misuse of state funds": a common noun.
    if (from === 0 && !acronym && !titled && lower(to) === 'of' && tokens[to + 1]?.capital === false) onlyKnown = true;
    if (GIVEN_NAMES.has(first) && !titled && from === 0 && tokens[1]?.lower === ',') onlyKnown = true;
  }
  const organisation =
    firm ||
    inBrackets ||
    ticker ||
    legal ||
    acronym ||
    (head && (!given || (model.organisationHeads.has(last) && !SURNAMES.has(last)))) ||
    (head && words.length > 2 && !given);
  const person = !organisation && (titled || given || initials || age || generation);
  if (model.plain && !organisation && !person && (words.length === 1 || model.capitalNouns)) onlyKnown = true;
  const kind = organisation ? 'ORGANIZATION' : person ? 'PERSON' : parts >= 2 && parts <= 3 ? 'PERSON' : 'ORGANIZATION';
  const authority =
    words.some((word) => model.authorities.has(word.lower) && (word.lower !== 'congress' || words.length === 1)) &&
    !legal &&
    !person;
  const startAt = words[0]?.start ?? 0;
  const endAt = words.at(-1)?.end ?? 0;
  return [
    {
      from,
      to,
      start: startAt,
      end: endAt,
      name: nameText(words),
      kind,
      sure: organisation ? inBrackets || ticker || legal || head : person,
      bare: words.length === 1 && !titled && !acronym && !inBrackets && !ticker,
      authority,
      official: official && kind === 'PERSON',
      judicial: judicial && kind === 'PERSON',
      onlyKnown,
      titled,
    },
  ];
}

/** The words of a name with the blanks as written. */
function nameText(words: readonly Token[]): string {
  let text = '';
  for (const [index, word] of words.entries()) {
    text += (index > 0 && !glued(words[index - 1], word) ? ' ' : '') + word.text;
  }
  return text;
}
