import { foldWord } from '../fold.ts';
import type { LanguageModel } from '../lexicon/model.ts';
import { glued, type Token } from '../tokens.ts';
import { GIVEN_NAMES } from './given-names.ts';
import type { Mention } from './mention.ts';
import { LONG_PLACES, PLACES } from './places.ts';

/** What the article as a whole shows about words: those it also writes in small letters are no names. */
export interface ArticleWords {
  small: ReadonlySet<string>;
}

const MAX_NAME_TOKENS = 10;
const GENERATION = new Set(['jr', 'sr', 'ii', 'iii', 'jnr', 'snr']);

function isAcronym(text: string): boolean {
  return /^\p{Lu}[\p{Lu}\p{N}]{1,7}$/u.test(text);
}

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

/** "Kramer, Levin and Kamin" after "firm", "Sears, Roebuck and Co": the end of the firm's name, 0 where this is none. */
function firmOfNames(tokens: readonly Token[], start: number, model: LanguageModel): number {
  if (!namePart(tokens[start]) || tokens[start + 1]?.text !== ',' || !namePart(tokens[start + 2])) return 0;
  let at = start;
  while (namePart(tokens[at]) && tokens[at + 1]?.text === ',' && at - start < 16) at += 2;
  if (!namePart(tokens[at]) || model.ordinary.has(tokens[start]?.lower ?? '')) return 0;
  const and = tokens[at + 1];
  if (and?.lower !== 'and' && and?.text !== '&') return 0;
  const last = tokens[at + 2];
  if (!namePart(last)) return 0;
  const before = [tokens[start - 1]?.lower ?? '', tokens[start - 2]?.lower ?? ''];
  if (model.legalForms.has(last?.lower ?? '') || before.includes('firm') || before.includes('brokerage')) return at + 3;
  return 0;
}

/** «Name» or "Name" right after a legal form or "bank", "company": the closing mark, 0 where this is none. */
function quotedFirm(tokens: readonly Token[], at: number, model: LanguageModel): number {
  const mark = tokens[at]?.text;
  const close = mark === '«' ? '»' : mark === '„' ? '“' : mark === '"' && model.plain ? '"' : undefined;
  const before = tokens[at - 1]?.lower ?? '';
  if (
    close === undefined ||
    !(model.legalForms.has(before) || model.organisationHeads.has(before)) ||
    !namePart(tokens[at + 1])
  )
    return 0;
  for (let end = at + 2; end < Math.min(tokens.length, at + 8); end++) if (tokens[end]?.text === close) return end;
  return 0;
}

/** Newswires bracket the full name of an unlisted company: the closing bracket, 0 where this is none. */
function bracketed(tokens: readonly Token[], at: number): number {
  if (tokens[at]?.text !== '<' || !namePart(tokens[at + 1])) return 0;
  for (let close = at + 3; close < Math.min(tokens.length, at + 14); close++) {
    if (tokens[close]?.text === '>')
      return tokens.slice(at + 1, close).some((token) => token.text === '.' && glued(tokens[at + 1], token))
        ? 0
        : close;
  }
  return 0;
}

function namePart(token: Token | undefined): boolean {
  return token !== undefined && token.kind === 'WORD' && token.capital;
}

/** @returns the token after the longest run of name parts that begins here; `start` where none does */
function capitalRun(tokens: readonly Token[], start: number, model: LanguageModel, article: ArticleWords): number {
  if (!namePart(tokens[start])) return start;
  let end = start + 1;
  while (end < tokens.length && end - start < MAX_NAME_TOKENS) {
    const token = tokens[end];
    const previous = tokens[end - 1];
    if (!token || !previous) break;
    if (namePart(token)) {
      if (/[.!?]$/.test(previous.text) && previous.text.length > 4 && !glued(previous, token)) break;
      end++;
      continue;
    }
    // The full stop of an initial, a title or a legal form.
    if (token.text === '.' && glued(previous, token) && end - start <= MAX_NAME_TOKENS) {
      const next = tokens[end + 1];
      const short =
        previous.text.length <= 4 || model.legalForms.has(previous.lower) || model.titles.has(previous.lower);
      if (short && namePart(next)) {
        end += 2;
        continue;
      }
      break;
    }
    // A nickname in quotation marks inside a name.
    if (token.text === '"' && namePart(tokens[end + 1]) && tokens[end + 2]?.text === '"' && namePart(tokens[end + 3])) {
      end += 4;
      continue;
    }
    if (
      (token.text === '-' || token.text === '&' || token.text === "'" || token.text === '’' || token.text === '/') &&
      glued(previous, token) &&
      glued(token, tokens[end + 1]) &&
      namePart(tokens[end + 1])
    ) {
      end += 2;
      continue;
    }
    if (
      token.text === '-' &&
      glued(previous, token) &&
      glued(token, tokens[end + 1]) &&
      tokens[end + 1]?.kind === 'WORD' &&
      tokens[end + 2]?.capital === false
    ) {
      // "Hahn Sang-yon" is a name, "Lebanese-backed" is none.
      if (end - start >= 2 && (tokens[end + 1]?.text.length ?? 9) <= 4) end += 2;
      break;
    }
    if (
      token.text === '-' &&
      glued(previous, token) &&
      glued(token, tokens[end + 1]) &&
      end - start >= 2 &&
      (tokens[end + 1]?.text.length ?? 9) <= 4 &&
      tokens[end + 1]?.kind === 'WORD'
    ) {
      end += 2;
      continue;
    }
    const next = tokens[end + 1];
    if (
      model.particles.has(token.lower) &&
      (namePart(next) || (model.particles.has(next?.lower ?? '') && namePart(tokens[end + 2])))
    ) {
      end += namePart(next) ? 2 : 3;
      continue;
    }
    if (token.text === '&' && namePart(next)) {
      end += 2;
      continue;
    }
    // "Merrill Lynch and Co", "Bank of Ceylon", "Party of God": only where it makes an organisation.
    if ((token.lower === 'and' || token.lower === 'of') && namePart(next)) {
      const before = tokens.slice(start, end);
      const after = next?.lower ?? '';
      const legal = token.lower === 'and' && model.legalForms.has(after) && !glued(next, tokens[end + 2]);
      const headed =
        before.length <= 4 &&
        before.some((word) => model.organisationHeads.has(word.lower)) &&
        token.lower === 'of' &&
        !model.titles.has(before[0]?.lower ?? '');
      const spelled = token.lower === 'and' && spelledOut(tokens, start, end + 1);
      const joined =
        token.lower === 'and' &&
        tailIsOrganisation(tokens, end + 1, model) &&
        !before.some((word) => GIVEN_NAMES.has(foldWord(word.text))) &&
        before.length <= 2 &&
        !article.small.has(after);
      if (legal || headed || joined || spelled) {
        end += 2;
        continue;
      }
    }
    break;
  }
  return end;
}

/** Whether an acronym in brackets follows that these words spell out: "Meat and Livestock Australia (MLA)". */
function spelledOut(tokens: readonly Token[], start: number, second: number): boolean {
  let at = second;
  while (namePart(tokens[at])) at++;
  if (tokens[at]?.text !== '(' || tokens[at + 2]?.text !== ')') return false;
  const initials = tokens
    .slice(start, at)
    .filter(namePart)
    .map((word) => word.text[0] ?? '');
  return initials.join('') === tokens[at + 1]?.text;
}

/** Whether the run of capitals from here ends in a head word such as Australia's "Meat and Livestock Authority". */
function tailIsOrganisation(tokens: readonly Token[], start: number, model: LanguageModel): boolean {
  let at = start;
  while (namePart(tokens[at])) at++;
  return at - start <= 3 && at > start + 1 && model.organisationHeads.has(tokens[at - 1]?.lower ?? '');
}

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
  // A title before the run in small letters: "speculator Ivan Boesky".
  const before = lower(from - 1) === '.' ? lower(from - 2) : lower(from - 1);
  if (
    model.titles.has(before) ||
    model.titleEndings.some((ending) => before.length > ending.length && before.endsWith(ending))
  ) {
    titled = true;
    office(before);
  }
  if (officialNear(tokens, from, to, model)) {
    official = true;
    judicial = true;
  }
  const words = tokens.slice(from, to);
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
    words.length > 1
  )
    return [];
  if (LAWS.has(last)) return [];
  if (words.length > 1 && GEOGRAPHY.has(last)) return [];
  if (words.length === 1) {
    const word = words[0];
    if (!word || word.text.length < 2) return [];
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
  const kind = organisation
    ? 'ORGANIZATION'
    : person
      ? 'PERSON'
      : words.length >= 2 && words.length <= 3
        ? 'PERSON'
        : 'ORGANIZATION';
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

/** "X's lawyer, NAME", "NAME, a prosecutor in the case": an office in apposition, unless it is a former one. */
function officialNear(tokens: readonly Token[], from: number, to: number, model: LanguageModel): boolean {
  const lower = (index: number): string => tokens[index]?.lower ?? '';
  if (lower(from - 1) === ',' && model.officialTitles.has(lower(from - 2)))
    return ![3, 4, 5].some((back) => FORMER.has(lower(from - back)));
  if (lower(to) !== ',') return false;
  for (let at = to + 1; at < Math.min(tokens.length, to + 6); at++) {
    if (FORMER.has(lower(at)) || lower(at) === ',' || model.relatives.has(lower(at))) return false;
    if (model.officialTitles.has(lower(at)) && tokens[at]?.capital === false) return true;
    if (model.prepositions.has(lower(at)) || model.auxiliaries.has(lower(at))) return false;
  }
  return false;
}

const FORMER = new Set('former ex then accused convicted disgraced jailed'.split(' '));
/** Offices whose holders are accused often enough; judges, prosecutors, police and lawyers are not. */
const POLITICAL = new Set(
  'minister senator sen rep representative congressman congresswoman mp secretary commissioner analyst economist professor prof expert coordinator'.split(
    ' ',
  ),
);
const LOCATIVE = new Set('in at of near from outside to'.split(' '));
/** Places that are also common first words of companies. */
const COMPANY_PLACES = new Set('gulf pacific atlantic delta burlington phoenix hudson windsor essex mobil'.split(' '));
const STATES = new Set(
  'va pa calif mass conn fla tex ill mich wis minn colo ariz okla ala ark ky md del n.j n.y n.c s.c d.c n.h n.m r.i w.va ga mo tenn wash ore nev neb kan ind miss la'.split(
    ' ',
  ),
);
/** Before these a single capitalised word is a kind of person or thing, no name: "a Queenslander". */
const COUNTED = new Set('a an another every each first second two three four five six several many some'.split(' '));
/** "Kuwaiti", "Syrians", "Queenslander": of a place that the list of places holds. */
function demonym(word: string): boolean {
  const stem = /^(.{3,}?)(?:ns?|ans?|ians?|is?|ese|ers?|ish)$/.exec(word)?.[1];
  return (
    stem !== undefined && !PLACES.has(word) && !GIVEN_NAMES.has(word) && (PLACES.has(stem) || PLACES.has(`${stem}a`))
  );
}

/** After these a capitalised word at the start of a sentence only says of what kind: "Pharma firm X". */
const COMPANY = new Set('firm company group giant bank maker producer operator chain brand worker'.split(' '));

/** Sums of money written as one word with their currency. */
const MONEY = /^(?:RM|US|A|C|HK|NZ|S|R|RS|NT|EUR|USD|GBP)\d/;
/** Endings of common words; at the start of a sentence such a word alone is a name only where the article confirms it. */
const COMMON_ENDING =
  /(?:ing|ed|ly|ers|ors|ists|ments|tions|men|ate|ive|ous|ic|ary|able|orts|ians|ials|cies|ties|ies)$/;

const ALSO_NAMES = new Set('north west may march august april june long young price king bishop'.split(' '));

/** Head words that are also family names. */
const SURNAMES = new Set(
  'bank banks steel church house force fund league trust lines stores mutual press times post major chambers works marshal court service'.split(
    ' ',
  ),
);

/** A given name, for Cyrillic also in an oblique case. */
function isGivenName(word: string): boolean {
  if (GIVEN_NAMES.has(word)) return true;
  if (!/^[\u0400-\u04FF]{4,}$/.test(word)) return false;
  const stem = word.replace(/(?:ом|ем|ои|еи|а|у|е|я|ю|и|ы)$/, '');
  return ['', 'и', 'а', 'я', 'ь'].some((ending) => GIVEN_NAMES.has(stem + ending));
}

/** Last words of the names of places. */
const GEOGRAPHY = new Set(
  'point valley river street avenue road county island islands bay airport peninsula province region district city square lake mountains coast harbour harbor sea ocean strait'.split(
    ' ',
  ),
);

/** Last words of the names of laws, treaties and reports. */
const LAWS = new Set(
  'act treaty agreement rule rules law bill code pact report plan amendment constitution convention'.split(' '),
);

const STARTER = new Set(
  'the a an in on at but and this that as if when while after for according however by to from of he she it they we i'.split(
    ' ',
  ),
);

/** The words of a name with the blanks as written. */
function nameText(words: readonly Token[]): string {
  let text = '';
  for (const [index, word] of words.entries()) {
    text += (index > 0 && !glued(words[index - 1], word) ? ' ' : '') + word.text;
  }
  return text;
}
