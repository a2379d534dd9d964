import { CONFUSABLE_TO_LATIN, LATIN_TO_CYRILLIC } from './data/confusables.ts';
import { scriptOf, type Script } from './scripts.ts';

/** Longest name looked at, in UTF-16 units; the rest of a longer one is not read. */
export const MAX_NAME_LENGTH = 320;
/** Most tokens of one name looked at. */
export const MAX_TOKENS = 16;

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
// Format characters, variation selectors and fillers carry no meaning in a name and are used to hide one.
const INVISIBLE = /\p{Cf}|\p{Co}|\p{Cn}|\p{Cs}|\p{Default_Ignorable_Code_Point}/gu;
const CONTROL = /\p{Cc}/gu;
// More than two combining marks on one letter is decoration, not writing.
const MARK_BOMB = /(\p{M}{3})\p{M}+/gu;

/** Well-formed, NFKC, invisible characters out, bounded in length. Never throws. */
export function cleanText(raw: string): string {
  let text = raw.length > MAX_NAME_LENGTH ? raw.slice(0, MAX_NAME_LENGTH) : raw;
  if (PRINTABLE_ASCII.test(text)) return text;
  // "Mª" is how Spanish shortens Maria.
  text = text.replace(/\bM\.?ª\.?/g, 'Maria');
  text = text.toWellFormed().replace(MARK_BOMB, '$1').normalize('NFKC');
  text = text
    .replace(CONTROL, ' ')
    .replace(INVISIBLE, '')
    .replace(/\ufffd/g, ' ');
  return text.length > MAX_NAME_LENGTH ? text.slice(0, MAX_NAME_LENGTH) : text;
}

/** A run of letters or digits as it stands in the name. */
export interface RawToken {
  /** Lower case, apostrophes out, lookalike letters put back to the script they pose as. */
  text: string;
  /** As written. */
  raw: string;
  script: Script;
  /** The token ended in a full stop ("J.", "Ltd."). */
  dotted: boolean;
  /** Tied to the token before by a hyphen or a middle dot. */
  hyphenated: boolean;
}

export interface RawName {
  tokens: RawToken[];
  /** Index of the first token after the first comma, or -1. */
  comma: number;
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}\p{M}]/u;
const APOSTROPHES = new Set(["'", '’', '‘', 'ʻ', 'ʼ', '`', '´', 'ʹ', 'ʾ', 'ʿ', '′', '״', '"', '“', '”', '׳', '＇']);

/** Marks that tie the parts of one name together; in Han and kana the dot stands between foreign names. */
const JOINERS = new Set(['-', '‐', '‑', '–', '־', '·', '・', '‧', '•', '＝', '=', '゠']);

/** Splits a cleaned name into raw tokens. */
export function splitName(text: string): RawName {
  const tokens: RawToken[] = [];
  let comma = -1;
  let current = '';
  let hyphenated = false;
  const flush = (dotted: boolean): void => {
    if (current === '') return;
    const script = scriptOf(current);
    const plain = current.toLowerCase();
    tokens.push({ text: plain, raw: current, script, dotted, hyphenated });
    current = '';
    hyphenated = false;
  };
  for (const char of text) {
    if (tokens.length >= MAX_TOKENS) break;
    const code = char.codePointAt(0) ?? 0;
    const isWord =
      code < 128
        ? (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)
        : LETTER_OR_DIGIT.test(char);
    if (isWord && !APOSTROPHES.has(char)) {
      current += char;
      continue;
    }
    if (APOSTROPHES.has(char)) {
      // Inside a word it is part of the spelling (O'Brien, Qur'an, נג'יב); elsewhere it is a quotation mark.
      // After a Hebrew letter it changes the sound and stays.
      if (
        current !== '' &&
        current.charCodeAt(current.length - 1) >= 0x5d0 &&
        current.charCodeAt(current.length - 1) <= 0x5ea
      )
        current += '׳';
      continue;
    }
    if (char === '.') {
      flush(true);
      continue;
    }
    if (char === '&' || char === '+') {
      flush(false);
      tokens.push({ text: 'and', raw: char, script: 'LATIN', dotted: false, hyphenated: false });
      continue;
    }
    const wasInWord = current !== '';
    flush(false);
    if ((char === ',' || char === '،' || char === '、' || char === '，') && comma < 0 && tokens.length > 0)
      comma = tokens.length;
    hyphenated = wasInWord && JOINERS.has(char);
  }
  flush(false);
  if (tokens.length > MAX_TOKENS) tokens.length = MAX_TOKENS;
  if (comma >= tokens.length) comma = -1;
  foldConfusables(tokens);
  return { tokens, comma };
}

/** Letters of one script that pose as another's are put back: within a token by majority, else by the name's script. */
function foldConfusables(tokens: RawToken[]): void {
  let latin = 0;
  let mixed = false;
  for (const token of tokens) {
    if (token.script === 'LATIN') latin++;
    else if (token.script !== 'DIGIT') mixed = true;
  }
  if (!mixed) return;
  for (const token of tokens) {
    if (token.script === 'LATIN' || token.script === 'DIGIT') continue;
    let latinLetters = 0;
    let foldable = 0;
    let others = 0;
    for (const char of token.text) {
      if (char >= 'a' && char <= 'z') latinLetters++;
      else if (CONFUSABLE_TO_LATIN.has(char)) foldable++;
      else if (scriptOf(char) === 'LATIN') latinLetters++;
      else others++;
    }
    if (others === 0 && (latinLetters > 0 || latin > 0)) {
      token.text = mapChars(token.text, CONFUSABLE_TO_LATIN);
      token.script = 'LATIN';
    } else if (latinLetters > 0 && others > 0 && token.script === 'CYRILLIC') {
      token.text = mapChars(token.text, LATIN_TO_CYRILLIC);
    }
  }
}

function mapChars(text: string, map: ReadonlyMap<string, string>): string {
  let out = '';
  for (const char of text) out += map.get(char) ?? char;
  return out;
}
