import { HAN_WORDS, IN_HANGUL, WORDS } from './data/trade-words.ts';
import { pinyin } from './romanize/han.ts';
import type { RawToken } from './text.ts';

function pairs(table: string): [string, string][] {
  return table
    .trim()
    .split('\n')
    .flatMap((line) => {
      const at = line.indexOf('=');
      return line
        .slice(at + 1)
        .split(' ')
        .map((word): [string, string] => [word, line.slice(0, at)]);
    });
}

const ENGLISH = new Map([...pairs(HAN_WORDS), ...pairs(WORDS)]);
// Han and Hangul write words together: the longest first.
const PARTS = new RegExp(
  `(${[...pairs(HAN_WORDS).map(([word]) => word), ...IN_HANGUL].sort((a, b) => b.length - a.length).join('|')})`,
);
const TOWN = /^(\p{sc=Han}{2,3})[市省县縣](\p{sc=Han}+)$/u;
const LIMITED = ['общество', 'с', 'ограниченной', 'ответственностью'];

/**
 * The tokens of a company's name with its words of trade, legal form and country put into English, where they are written in
 * Cyrillic, Arabic, Han or Hangul; the words that name it stay. Null where there are none.
 */
export function tradesInEnglish(tokens: readonly RawToken[]): RawToken[] | null {
  const out: RawToken[] = [];
  let changed = false;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as RawToken;
    if (token.script === 'LATIN' || token.script === 'DIGIT') {
      out.push(token);
      continue;
    }
    if (LIMITED.every((word, at) => tokens[i + at]?.text.toLowerCase() === word)) {
      out.push({ ...token, text: 'llc', script: 'LATIN' });
      changed = true;
      i += LIMITED.length - 1;
      continue;
    }
    const parts = token.script === 'HAN' || token.script === 'HANGUL' ? token.text.split(PARTS) : [token.text];
    for (const whole of parts) {
      // "深圳市华瑞": the town a company names first, with or without the word for town.
      const town = token.script === 'HAN' ? TOWN.exec(whole) : null;
      if (town !== null) out.push({ ...token, text: pinyin(town[1] ?? '').join(''), script: 'LATIN' });
      const part = town?.[2] ?? whole;
      if (part === '') continue;
      const english = ENGLISH.get(part.toLowerCase());
      if (english === undefined) {
        // Companies with such words are mostly at home there: their own name is listed in pinyin.
        const own = token.script === 'HAN' ? pinyin(part).join('') : '';
        out.push(own === '' ? { ...token, text: part } : { ...token, text: own, script: 'LATIN' });
      } else {
        changed = true;
        for (const word of english.split(' ')) out.push({ ...token, text: word, script: 'LATIN' });
      }
    }
  }
  return changed ? out : null;
}
