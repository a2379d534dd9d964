import { COMMON } from './common.ts';
import {
  FILIATION,
  GENERATION,
  GENERIC_WORDS,
  HONORIFICS,
  LEGAL_FORMS,
  NUMERALS,
  ORG_SYNONYMS,
  PARTICLES,
  STOP_WORDS,
} from './data/words.ts';
import { typingDistance } from './similarity.ts';
import { nameReadings, type Reading } from './romanize/index.ts';
import { cleanText, MAX_TOKENS, splitName } from './text.ts';
import { makeToken, type Token } from './token.ts';
import type { NameSchema } from './types.ts';

/** What a token does in a name. The numbers are stored in the index. */
export const ROLE = {
  NAME: 0,
  INITIAL: 1,
  PARTICLE: 2,
  HONORIFIC: 3,
  GENERATION: 4,
  NUMBER: 5,
  GENERIC: 6,
  LEGAL: 7,
  PATRONYMIC: 8,
} as const;
export type Role = (typeof ROLE)[keyof typeof ROLE];
export const ROLE_NAMES = [
  'name',
  'initial',
  'particle',
  'honorific',
  'generation',
  'number',
  'generic',
  'legal',
  'patronymic',
] as const;

/** One reading of a name: tokens in order, with their roles. */
export interface NameReading {
  tokens: Token[];
  roles: Role[];
}

const PATRONYMIC = /(?:ovich|evich|ovych|yovych|ovna|evna|ivna|yvna|inichna|ichna)$/;
const OCR_DIGITS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '5': 's',
  '8': 'b',
  '4': 'a',
  '7': 't',
  '9': 'g',
  '2': 'z',
  '6': 'g',
};
// One digit among letters, of those that look like one.
const SCANNED_DIGIT = /^(?=.*[a-z])[a-z]*[0125689][a-z]*$/;
/** Readings of one name kept in the index and in a query. */
export const MAX_READINGS = 4;

export type MakeToken = (text: string, fidelity: Reading['fidelity']) => Token;

/**
 * Reads a name: cleans it, splits it, brings it into Latin letters in every likely way, and gives each token its role.
 * Never throws; a name without a letter or digit has no reading.
 */
export function parseName(raw: string, schema: NameSchema, make: MakeToken = makeToken): NameReading[] {
  const clean = cleanText(raw);
  const { tokens: rawTokens, comma } = splitName(schema === 'PERSON' ? withoutParentheses(clean) : spelledForms(clean));
  if (rawTokens.length === 0) return [];
  const out: NameReading[] = [];
  for (const readings of nameReadings(rawTokens, MAX_READINGS)) {
    const pieces: Reading[] = [];
    let boundary = -1;
    for (let i = 0; i < readings.length; i++) {
      if (i === comma && readings.length === rawTokens.length) boundary = pieces.length;
      const piece = readings[i];
      if (piece === undefined || piece.text === '') continue;
      // People have no digits in their names: one among letters is a letter misread.
      const misread = schema === 'PERSON' && /\d/.test(piece.text) && /[a-z]/.test(piece.text);
      pieces.push(misread ? { ...piece, text: piece.text.replace(/\d/g, (digit) => OCR_DIGITS[digit] ?? '') } : piece);
    }
    const reading =
      schema === 'PERSON' ? readPerson(joinServants(pieces, boundary), make) : readThing(pieces, schema, make);
    if (reading.tokens.length > 0) out.push(reading);
  }
  return out;
}

/** Mexican forms written with words between the letters. */
function spelledForms(text: string): string {
  return text
    .replace(/\bs\.?\s?a\.?\s?(?:p\.?\s?i\.?\s?)?de\s?c\.?\s?v\b\.?/gi, ' SA ')
    .replace(/\bs\.?\s?de\s?r\.?\s?l\.?(?:\s?de\s?c\.?\s?v\b\.?)?/gi, ' SRL ');
}

/** What stands in brackets in a person's name is a remark, unless there is nothing else. */
function withoutParentheses(text: string): string {
  if (!/[([（]/.test(text)) return text;
  const rest = text.replace(/[([（][^)\]）]{0,80}[)\]）]/g, ' ');
  return /\p{L}.*\p{L}/u.test(rest) ? rest : text;
}

const SERVANT = /^(?:abd|abdul|abdel|abdol|abdal|abdu|abdoul|abdool)$/;
const SERVANT_JOINED = /^(?:abdoul|abdul|abdel|abdol|abdal|abdur|abdus|abdun|abder|abd)([a-z]{4,})$/;
const ARTICLE = new Set([
  'al',
  'el',
  'ul',
  'ol',
  'ar',
  'er',
  'ur',
  'as',
  'es',
  'us',
  'an',
  'en',
  'un',
  'ad',
  'ed',
  'ud',
  'az',
  'l',
  'r',
]);

// "karimabdullatif": a servant name stuck to the name before it.
const HIDDEN_SERVANT = /^([a-z]{3,}?)(abd(?:ul|el|ol|al|ur|er)[a-z]{3,})$/;

/** "Abdul Rahman", "Abd al-Rahman", "Abdurrahman", "عبد الرحمن" are one name, written as one token. */
function joinServants(pieces: readonly Reading[], comma: number): Reading[] {
  const out: Reading[] = [];
  for (let i = 0; i < pieces.length; i++) {
    let piece = pieces[i] as Reading;
    const hidden = piece.fidelity === 'a' ? HIDDEN_SERVANT.exec(piece.text) : null;
    if (hidden !== null) {
      out.push({ text: hidden[1] ?? '', fidelity: piece.fidelity });
      piece = { text: hidden[2] ?? '', fidelity: piece.fidelity };
    }
    if (SERVANT.test(piece.text)) {
      let next = i + 1;
      if (ARTICLE.has(pieces[next]?.text ?? '') && next + 1 < pieces.length) next++;
      const rest = pieces[next];
      if (
        rest !== undefined &&
        (comma <= i || comma > next) &&
        rest.text.length >= 3 &&
        rest.fidelity === piece.fidelity
      ) {
        out.push({ text: servantOf(rest.text), fidelity: piece.fidelity });
        i = next;
        continue;
      }
    }
    const joined = piece.text.startsWith('abd') && piece.fidelity !== 'd' ? SERVANT_JOINED.exec(piece.text) : null;
    if (joined !== null)
      out.push({
        text: servantOf((joined[1] ?? '').replace(/^(?:al|el|ul)(?=[a-z]{4})/, '').replace(/^([a-z])\1/, '$1')),
        fidelity: piece.fidelity,
      });
    else out.push(piece);
  }
  return out;
}

function servantOf(rest: string): string {
  // "Allah" loses its first letter to the article in some spellings.
  return /^(?:allah|ullah|llah|lah|lh|llh|ilah|alah|ulla|alla)$/.test(rest) ? 'abdullah' : `abdul${rest}`;
}

function readPerson(pieces: readonly Reading[], make: MakeToken): NameReading {
  const tokens: Token[] = [];
  const roles: Role[] = [];
  let names = 0;
  for (const piece of pieces) {
    let text = piece.text.length > 40 ? piece.text.slice(0, 40) : piece.text;
    if (STOP_WORDS.has(text)) continue;
    let role: Role = ROLE.NAME;
    const generation = GENERATION.get(text);
    if (generation !== undefined && names > 0) {
      text = `#${generation}`;
      role = ROLE.GENERATION;
    } else if (/\d/.test(text)) {
      continue;
    } else if (text.length === 1) role = ROLE.INITIAL;
    else if (HONORIFICS.has(text) || SERVANT.test(text)) role = ROLE.HONORIFIC;
    else if (FILIATION.has(text) && tokens.length >= 2) {
      roles[roles.length - 1] = ROLE.PATRONYMIC;
      role = ROLE.PARTICLE;
    } else if (PARTICLES.has(text)) role = ROLE.PARTICLE;
    else if (piece.text.length > 6 && PATRONYMIC.test(text) && pieces.length >= 3) role = ROLE.PATRONYMIC;
    if (role === ROLE.NAME || role === ROLE.PATRONYMIC) names++;
    tokens.push(make(text, piece.fidelity));
    roles.push(role);
  }
  // A name of nothing but titles, particles and initials is a name all the same ("Madame X", "De La", "Ng").
  if (names < 2) {
    for (let i = 0; i < roles.length; i++) {
      const role = roles[i];
      if (role === ROLE.HONORIFIC && names === 0) roles[i] = ROLE.NAME;
      else if (role === ROLE.PARTICLE && (names === 0 || (names === 1 && tokens.length === 2))) roles[i] = ROLE.NAME;
    }
  }
  return { tokens, roles };
}

/** Words of legal forms and trades long enough to be recognised when mistyped, split or stuck to another word. */
const KNOWN_WORDS = new Set(
  [...LEGAL_FORMS.keys(), ...GENERIC_WORDS, ...ORG_SYNONYMS.keys()].filter((word) => /^[a-z]{6,}$/.test(word)),
);
const MISTYPED = (() => {
  const map = new Map<string, string>();
  for (const word of KNOWN_WORDS) {
    map.set(word, word);
    for (let i = 0; i < word.length; i++) {
      const key = word.slice(0, i) + word.slice(i + 1);
      if (!map.has(key)) map.set(key, word);
    }
  }
  return map;
})();

const SCANNED: readonly (readonly [string, string])[] = [
  ['rn', 'm'],
  ['ri', 'n'],
  ['cl', 'd'],
  ['vv', 'w'],
];

function knownWord(text: string): string | undefined {
  if (text.length < 5 || KNOWN_WORDS.has(text)) return undefined;
  for (const [seen, meant] of SCANNED) {
    const mended = text.replace(seen, meant);
    if (mended !== text && KNOWN_WORDS.has(mended)) return mended;
  }
  for (let i = -1; i < text.length; i++) {
    const word = MISTYPED.get(i < 0 ? text : text.slice(0, i) + text.slice(i + 1));
    if (word !== undefined && typingDistance(text, word, 1) <= 1) return word;
  }
  return undefined;
}

const STUCK_TAIL = /^[a-z]{4,}(llc|ltd|gmbh|inc|fze|fzc|fzco|plc|jsc|eood)$/;
const STUCK_HEAD = /^(llc|ooo|pjsc|ojsc|cjsc|jsc|oao|zao|pao)[a-z]{4,}$/;

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
    if (!/^[a-z0-9]{5,}$/.test(text) || KNOWN_WORDS.has(text) || fidelity !== 'a') {
      put(text, fidelity);
      continue;
    }
    let tail = '';
    for (let size = text.length - 3; size >= 6 && tail === ''; size--)
      if (KNOWN_WORDS.has(text.slice(-size))) tail = text.slice(-size);
    if (tail === '') tail = STUCK_TAIL.exec(text)?.[1] ?? '';
    const head = tail === '' ? (STUCK_HEAD.exec(text)?.[1] ?? '') : '';
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

function readThing(pieces: readonly Reading[], schema: NameSchema, make: MakeToken): NameReading {
  const texts: Reading[] = [];
  // "S.A.", "l l c", "A/S": letters standing alone one after the other are one word.
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i];
    if (piece === undefined) continue;
    if (piece.text.length === 1 && piece.text >= 'a') {
      let joined = piece.text;
      while (i + 1 < pieces.length && pieces[i + 1]?.text.length === 1 && (pieces[i + 1]?.text ?? '') >= 'a') {
        joined += pieces[++i]?.text ?? '';
      }
      texts.push({ text: joined, fidelity: piece.fidelity });
    } else texts.push(piece);
  }
  const tokens: Token[] = [];
  const roles: Role[] = [];
  let names = 0;
  for (const piece of mendWords(texts)) {
    let text = piece.text.length > 40 ? piece.text.slice(0, 40) : piece.text;
    let role: Role = ROLE.NAME;
    const numeral = NUMERALS.get(text);
    if (numeral !== undefined && tokens.length > 0) text = numeral;
    const form = schema === 'ORGANIZATION' ? LEGAL_FORMS.get(text) : undefined;
    if (/^\d+$/.test(text)) {
      text = text.replace(/^0+(?=\d)/, '');
      role = ROLE.NUMBER;
    } else if (form !== undefined && (tokens.length > 0 || text.length > 2)) {
      text = `@${form}`;
      role = ROLE.LEGAL;
    } else {
      text = ORG_SYNONYMS.get(text) ?? text;
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

/** How much of the name a token carries, by its role and by how frequent it is. */
export function tokenWeight(token: Token, role: Role, person: boolean): number {
  switch (role) {
    case ROLE.NAME: {
      if (!person) return 1;
      const tier = COMMON.get(token.text);
      const rarity = tier === undefined ? 1.1 : tier === 1 ? 0.95 : tier === 2 ? 0.85 : 0.75;
      return token.text.length <= 2 ? rarity * 0.8 : rarity;
    }
    case ROLE.INITIAL:
      return 0.35;
    case ROLE.PARTICLE:
      return 0.12;
    case ROLE.HONORIFIC:
      return 0.06;
    case ROLE.GENERATION:
      return 0.3;
    case ROLE.NUMBER:
      return 1;
    case ROLE.GENERIC:
      return token.text === 'and' || token.text === 'the' || token.text === 'of' ? 0.05 : 0.4;
    case ROLE.LEGAL:
      return 0.1;
    default:
      return 0.6;
  }
}
