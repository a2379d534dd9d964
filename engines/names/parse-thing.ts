import { shortForms } from './legal-phrases.ts';
import {
  ABBREVIATED,
  FOREIGN_WORDS,
  GENERIC_WORDS,
  LEGAL_FORMS,
  NUMERALS,
  ORG_SYNONYMS,
  PARTICLES,
} from './data/words.ts';
import { ROLE, type MakeToken, type NameReading, type Role } from './roles.ts';
import type { Reading } from './romanize/index.ts';
import { typingDistance } from './typing-distance.ts';
import { MAX_TOKENS } from './text.ts';
import type { Token } from './token.ts';
import type { NameSchema } from './types.ts';

/** Forms of several words are put short; letters with stops stuck to the word before are parted. */
export function spelledForms(text: string): string {
  return shortForms(text)
    .replace(/([a-z]{3,})((?:[a-z]\.){2,})/gi, '$1 $2')
    .replace(/\b(?:cle|dc)\s(?=[cr]\.?\s?[vl]\b)/gi, 'de ')
    .replace(/\bs\.?\s?a\.?\s?(?:p\.?\s?i\.?\s?)?de\s?c\.?\s?v\b\.?/gi, ' SA ')
    .replace(/\bs\.?\s?de\s?r\.?\s?l\.?(?:\s?de\s?c\.?\s?v\b\.?)?/gi, ' SRL ');
}

/** Words of legal forms and trades long enough to be recognised when mistyped, split or stuck to another word. */
const KNOWN_WORDS = new Set(
  [...LEGAL_FORMS.keys(), ...GENERIC_WORDS, ...ORG_SYNONYMS.keys()].filter(
    (word) => /^[a-z]{6,}$/.test(word) && (GENERIC_WORDS.has(word) || !FOREIGN_WORDS.has(word)),
  ),
);
/** Shorter words that are frequent enough for a slip in them to be one. */
const MENDED_SHORT = new Set(['zavod', 'trade', 'grupo', 'group', 'banco', 'joint', 'stock']);
const MISTYPED = (() => {
  const map = new Map<string, string>();
  // Only words that are replaced by another on sight: the others are compared letter by letter like any word.
  for (const word of [...LEGAL_FORMS.keys(), ...ORG_SYNONYMS.keys(), 'liability', 'joint', 'stock']) {
    if ((!/^[a-z]{6,}$/.test(word) && !MENDED_SHORT.has(word)) || FOREIGN_WORDS.has(word)) continue;
    map.set(word, word);
    for (let i = 0; i < word.length; i++) {
      const key = word.slice(0, i) + word.slice(i + 1);
      if (!map.has(key)) map.set(key, word);
    }
  }
  return map;
})();

/** What scanners make of letters, in words: seen, meant. */
const SCANNED: readonly (readonly [string, string])[] = [
  ['rn', 'm'],
  ['ri', 'n'],
  ['cl', 'd'],
  ['vv', 'w'],
  ['v', 'u'],
];

/** Short words as scanners misread them. */
const SCANNED_SHORT: ReadonlyMap<string, string> = new Map([
  ['lnc', 'inc'],
  ['cle', 'de'],
  ['thc', 'the'],
  ['clel', 'del'],
  ['ancl', 'and'],
]);

function knownWord(text: string): string | undefined {
  const short = SCANNED_SHORT.get(text);
  if (short !== undefined) return short;
  if (text.length < 4 || KNOWN_WORDS.has(text) || GENERIC_WORDS.has(text) || LEGAL_FORMS.has(text)) return undefined;
  for (const [seen, meant] of SCANNED) {
    const mended = text.replace(seen, meant);
    if (mended !== text && (KNOWN_WORDS.has(mended) || (mended.length >= 3 && LEGAL_FORMS.has(mended)))) return mended;
  }
  for (let i = -1; i < text.length; i++) {
    const word = MISTYPED.get(i < 0 ? text : text.slice(0, i) + text.slice(i + 1));
    if (word === undefined || (text.length < 5 && !MENDED_SHORT.has(word))) continue;
    if (typingDistance(text, word, 1) <= 1) return word;
  }
  return undefined;
}

const STUCK_TAIL = /^[a-z]{4,}(llc|ltda|ltd|gmbh|inc|corp|fze|fzc|fzco|plc|jsc|eood|ood)$/;
const SHORT_TAILS = ['co', 'sa', 'nv', 'bv', 'ag', 'ead'];
const STUCK_HEAD = /^(llc|ooo|pjsc|ojsc|cjsc|jsc|oao|zao|pao)[a-z]{4,}$/;

/** A legal form or a trade that another word is stuck behind ("limitedliability", "grupode", "plcead"). */
function stuckHead(text: string): string {
  for (let size = Math.min(text.length - 2, 15); size >= 3; size--) {
    const head = text.slice(0, size);
    const rest = text.slice(size);
    if (rest.length >= 4 ? KNOWN_WORDS.has(head) : LEGAL_FORMS.has(rest) && LEGAL_FORMS.has(head)) return head;
    if (size >= 5 && (KNOWN_WORDS.has(head) || MENDED_SHORT.has(head)) && PARTICLES.has(rest)) return head;
  }
  return STUCK_HEAD.exec(text)?.[1] ?? '';
}

/** Known words mistyped, split in two or stuck to a word or number are put right: both names are read the same way. */
function mendWords(pieces: readonly Reading[]): Reading[] {
  const out: Reading[] = [];
  const put = (text: string, fidelity: Reading['fidelity']): void => {
    out.push({ text, fidelity });
  };
  for (let i = 0; i < pieces.length; i++) {
    const { text, fidelity } = pieces[i] as Reading;
    const next = pieces[i + 1];
    if (
      next !== undefined &&
      /^[a-z]+$/.test(text + next.text) &&
      KNOWN_WORDS.has(text + next.text) &&
      !KNOWN_WORDS.has(next.text)
    ) {
      put(text + next.text, fidelity);
      i++;
      continue;
    }
    const numbered = /^([a-z]{2,})(\d+)$/.exec(text) ?? /^(\d{2,})([a-z]{2,})$/.exec(text);
    if (numbered !== null) {
      put(numbered[1] ?? '', fidelity);
      put(numbered[2] ?? '', fidelity);
      continue;
    }
    if (!/^[a-z0-9]{4,}$/.test(text) || KNOWN_WORDS.has(text) || fidelity !== 'a') {
      put(fidelity === 'a' ? (SCANNED_SHORT.get(text) ?? text) : text, fidelity);
      continue;
    }
    // A slip in a long word, before its end is taken for a word of its own ("ibternational").
    const slip = text.length >= 8 ? knownWord(text) : undefined;
    if (slip !== undefined) {
      put(slip, fidelity);
      continue;
    }
    let tail = '';
    for (let size = text.length - 3; size >= 6 && tail === ''; size--)
      if (KNOWN_WORDS.has(text.slice(-size))) tail = text.slice(-size);
    if (tail === '') tail = STUCK_TAIL.exec(text)?.[1] ?? '';
    if (tail === '')
      tail = SHORT_TAILS.find((short) => text.endsWith(short) && KNOWN_WORDS.has(text.slice(0, -short.length))) ?? '';
    const head = tail === '' ? stuckHead(text) : '';
    if (head !== '') {
      put(head, fidelity);
      put(text.slice(head.length), fidelity);
    } else if (tail !== '') {
      put(text.slice(0, -tail.length), fidelity);
      put(tail, fidelity);
    } else put(knownWord(text) ?? text, fidelity);
  }
  return out;
}

const OWNERSHIP = new Set(['open', 'closed', 'public', 'private']);

/** "Open Joint Stock Company", "Limited Liability Company" as one word. */
function shortenForms(pieces: readonly Reading[]): Reading[] {
  const out: Reading[] = [];
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i] as Reading;
    const next = pieces[i + 1]?.text;
    const form =
      piece.text === 'joint' && next === 'stock'
        ? 'jsc'
        : piece.text === 'limited' && next === 'liability'
          ? 'llc'
          : '';
    if (form === '') {
      out.push(piece);
      continue;
    }
    if (form === 'jsc' && OWNERSHIP.has(out.at(-1)?.text ?? '')) out.pop();
    out.push({ text: form, fidelity: piece.fidelity });
    i++;
    const rest = pieces[i + 1]?.text ?? '';
    if (rest === 'company' || rest === 'co' || rest === 'partnership') i++;
  }
  return out;
}

/** Two letters are a legal form only where nothing but legal forms follow, and something stands before. */
function endsInForms(pieces: readonly Reading[], at: number): boolean {
  for (let i = at + 1; i < pieces.length; i++) {
    const text = pieces[i]?.text ?? '';
    if (!LEGAL_FORMS.has(text) && !PARTICLES.has(text)) return false;
  }
  return at > 0;
}

/** Digits that scanners put for a letter standing alone ("5.A."). */
const MISREAD: Readonly<Record<string, string>> = { '5': 's', '1': 'l', '0': 'o', '8': 'b' };

/** Letters standing alone one after the other, from `at` on; a digit among them only where it makes a legal form. */
function lettersAlone(pieces: readonly Reading[], at: number): { text: string; size: number } | null {
  let text = '';
  let mended = '';
  for (let i = at; i < pieces.length; i++) {
    const char = pieces[i]?.text ?? '';
    if (char.length !== 1 || (char < 'a' && MISREAD[char] === undefined)) break;
    if (char >= 'a' && text.length === mended.length) text += char;
    mended += MISREAD[char] ?? char;
  }
  if (mended.length > text.length && LEGAL_FORMS.has(mended) && !LEGAL_FORMS.has(text))
    return { text: mended, size: mended.length };
  return text === '' ? null : { text, size: text.length };
}

export function readThing(pieces: readonly Reading[], schema: NameSchema, make: MakeToken): NameReading {
  const texts: Reading[] = [];
  // "S.A.", "l l c", "A/S": letters standing alone one after the other are one word.
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i];
    if (piece === undefined) continue;
    const run = lettersAlone(pieces, i);
    if (run !== null) {
      i += run.size - 1;
      texts.push({ text: run.text, fidelity: piece.fidelity });
    } else texts.push(piece);
  }
  const tokens: Token[] = [];
  const roles: Role[] = [];
  let names = 0;
  const mended = shortenForms(mendWords(texts));
  for (let index = 0; index < mended.length; index++) {
    const piece = mended[index] as Reading;
    let text = piece.text.length > 40 ? piece.text.slice(0, 40) : piece.text;
    let role: Role = ROLE.NAME;
    // "Adrian Star I": the first of several ships.
    const first = schema === 'VESSEL' && text === 'i' && index > 0 && index === mended.length - 1;
    const numeral = first ? '1' : NUMERALS.get(text);
    if (numeral !== undefined && tokens.length > 0) text = numeral;
    const form = schema === 'ORGANIZATION' ? LEGAL_FORMS.get(text) : undefined;
    if (/^\d+$/.test(text)) {
      text = text.replace(/^0+(?=\d)/, '');
      role = ROLE.NUMBER;
    } else if (form !== undefined && (text.length > 2 || endsInForms(mended, index))) {
      text = `@${form}`;
      role = ROLE.LEGAL;
    } else {
      text = ORG_SYNONYMS.get(text) ?? ABBREVIATED.get(text) ?? text;
      if (GENERIC_WORDS.has(text)) role = ROLE.GENERIC;
      else if (PARTICLES.has(text)) role = ROLE.PARTICLE;
      else names++;
    }
    tokens.push(make(text, piece.fidelity));
    roles.push(role);
  }
  if (names === 0) {
    for (let i = 0; i < roles.length; i++)
      if (
        (roles[i] === ROLE.GENERIC || (roles[i] === ROLE.PARTICLE && tokens.length <= 2)) &&
        tokens[i]?.text !== 'and' &&
        tokens[i]?.text !== 'the'
      )
        roles[i] = ROLE.NAME;
  }
  if (tokens.length > MAX_TOKENS) {
    tokens.length = MAX_TOKENS;
    roles.length = MAX_TOKENS;
  }
  return { tokens, roles };
}
