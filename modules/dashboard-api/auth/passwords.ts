import { dictionary } from '@zxcvbn-ts/language-common';

/** Passwords of staff (NIST SP 800-63B, 3.1.1: length counts, what is guessed first is refused, no composition rules). */

export const MIN_PASSWORD = 12;
export const MAX_PASSWORD = 256;

/** Words that guesses begin with; they add nothing to a password. */
const GUESSED =
  /password|passwort|kennwort|contrasena|motdepasse|losenord|qwert|qwerz|azert|asdf|zxcv|yxcv|letmein|welcome|willkommen|iloveyou|monkey|dragon|football|baseball|superman|batman|trustno|master|shadow|sunshine|princess|whatever|starwars|abc|admin|administrator|root|login|secret|changeme|default|compliance|verification|dashboard|summer|winter|spring|autumn|january|february|march|april|june|july|august|september|october|november|december/g;

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Signs as a guesser reads them: lower case, without marks. */
const signsOf = (text: string): string[] => Array.from(text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase());

/** Digits that stand for letters turned back; as many signs as before. */
const spelledOut = (signs: readonly string[]): string => signs.map((sign) => LEET[sign] ?? sign).join('');

/** Steps of one, up or down, along the alphabet or the digits: counted as one sign. */
function withoutRuns(signs: readonly string[]): string[] {
  return signs.filter((sign, at) => {
    const before = signs[at - 1];
    return before === undefined || Math.abs(sign.charCodeAt(0) - before.charCodeAt(0)) > 1;
  });
}

/** The signs that are left once every place where one of the forms is found is taken out. */
function without(signs: readonly string[], forms: readonly RegExp[]): string[] {
  const kept: boolean[] = signs.map(() => true);
  for (const text of [signs.join(''), spelledOut(signs)]) {
    // A sign of two code units would shift the places.
    if (text.length !== signs.length) continue;
    for (const form of forms) {
      for (const match of text.matchAll(form)) kept.fill(false, match.index, match.index + match[0].length);
    }
  }
  return signs.filter((_sign, at) => kept[at]);
}

let common: ReadonlySet<string> | null = null;

/** Whether it is among the passwords that leaks hold most often, as it stands, said twice, or with digits and signs around it. */
function isCommon(password: string): boolean {
  common ??= new Set(dictionary['passwords-common'].map((one) => one.toLowerCase()));
  const plain = signsOf(password).join('');
  const ended = plain.replaceAll(/[^\p{L}]+$/gu, '');
  const core = ended.replaceAll(/^[^\p{L}]+/gu, '');
  const spelled = [ended, core].map((form) => spelledOut(Array.from(form)));
  const forms = [plain, ended, core, ...spelled].flatMap((form) => {
    const twice = /^(\p{L}+)[^\p{L}]*\1$/u.exec(form)?.[1];
    return twice === undefined ? [form] : [form, twice];
  });
  return forms.some((form) => form.length >= 4 && common?.has(form) === true);
}

/**
 * Why a password is refused, or null.
 * @param about what is known of its owner: name, e-mail address, organisation
 */
export function passwordFault(password: string, about: readonly string[]): string | null {
  const { length } = Array.from(password);
  if (length < MIN_PASSWORD) {
    return `The password must have at least ${MIN_PASSWORD} characters; a few words make a good one.`;
  }
  if (length > MAX_PASSWORD) return `The password must have at most ${MAX_PASSWORD} characters.`;
  const own = about
    .flatMap((text) =>
      signsOf(text)
        .join('')
        .split(/[^\p{L}\p{N}]+/u),
    )
    .filter((word) => word.length >= 3)
    .map((word) => new RegExp(word, 'g'));
  const rest = withoutRuns(without(signsOf(password), [GUESSED, ...own]).filter((sign) => /[\p{L}\p{N}]/u.test(sign)));
  if (isCommon(password)) {
    return 'The password is one of those that most people use, or such a one with digits or signs around it. Take a few words that do not belong together.';
  }
  if (new Set(rest).size < 5 || rest.length < 6) {
    return 'The password is among those that are guessed first: common words, names, rows of keys or repeated signs. Take a few words that do not belong together.';
  }
  return null;
}
