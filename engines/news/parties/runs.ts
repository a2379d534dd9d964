import { foldWord } from '../fold.ts';
import type { LanguageModel } from '../lexicon/model.ts';
import { glued, type Token } from '../tokens.ts';
import { GIVEN_NAMES } from './given-names.ts';
import type { ArticleWords } from './recognise.ts';

const MAX_NAME_TOKENS = 10;
/** Legal forms that are also written in small letters. */
const SMALL_FORMS = new Set(['plc', 'llc', 'llp', 'ltd', 'inc', 'gmbh']);

/** "Kramer, Levin and Kamin" after "firm", "Sears, Roebuck and Co": the end of the firm's name, 0 where this is none. */
export function firmOfNames(tokens: readonly Token[], start: number, model: LanguageModel): number {
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
export function quotedFirm(tokens: readonly Token[], at: number, model: LanguageModel): number {
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
export function bracketed(tokens: readonly Token[], at: number): number {
  if (tokens[at]?.text !== '<' || !namePart(tokens[at + 1])) return 0;
  for (let close = at + 3; close < Math.min(tokens.length, at + 14); close++) {
    if (tokens[close]?.text === '>')
      return tokens.slice(at + 1, close).some((token) => token.text === '.' && glued(tokens[at + 1], token))
        ? 0
        : close;
  }
  return 0;
}

export function namePart(token: Token | undefined): boolean {
  return token !== undefined && token.kind === 'WORD' && token.capital;
}

/** @returns the token after the longest run of name parts that begins here; `start` where none does */
export function capitalRun(
  tokens: readonly Token[],
  start: number,
  model: LanguageModel,
  article: ArticleWords,
): number {
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
    // "Trellick Minerals plc".
    if (SMALL_FORMS.has(token.text)) return end + 1;
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
        !model.legalForms.has(before.at(-1)?.lower ?? '') &&
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
export function spelledOut(tokens: readonly Token[], start: number, second: number): boolean {
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
export function tailIsOrganisation(tokens: readonly Token[], start: number, model: LanguageModel): boolean {
  let at = start;
  while (namePart(tokens[at])) at++;
  return at - start <= 3 && at > start + 1 && model.organisationHeads.has(tokens[at - 1]?.lower ?? '');
}
