import anyAscii from 'any-ascii';

const SMALL: Readonly<Record<string, string>> = {
  ァ: 'a',
  ィ: 'i',
  ゥ: 'u',
  ェ: 'e',
  ォ: 'o',
  ぁ: 'a',
  ぃ: 'i',
  ぅ: 'u',
  ぇ: 'e',
  ぉ: 'o',
};
const SMALL_Y: Readonly<Record<string, string>> = {
  ャ: 'ya',
  ュ: 'yu',
  ョ: 'yo',
  ゃ: 'ya',
  ゅ: 'yu',
  ょ: 'yo',
  ヮ: 'wa',
};

/** Hepburn by kana, with the combinations used for foreign sounds (ti, fi, che, vi). */
export function romanizeKana(text: string): string {
  let out = '';
  for (const char of text) {
    if (char === 'ッ' || char === 'っ' || char === 'ー') continue;
    const small = SMALL[char];
    if (small !== undefined) {
      out =
        out.endsWith('u') && /(^|[aeiou])u$/.test(out)
          ? `${out.slice(0, -1)}w${small}`
          : out.replace(/[aeiou]$/, '') + small;
      continue;
    }
    const glide = SMALL_Y[char];
    if (glide !== undefined) {
      const stem = out.replace(/[aeiou]$/, '');
      out = /(sh|ch|j)$/.test(stem) ? stem + glide.slice(1) : stem + glide;
      continue;
    }
    out += anyAscii(char).toLowerCase();
  }
  return out.replace(/[^a-z]/g, '');
}

/** Foreign words in kana end consonants in u (o after t and d): those vowels are left out again. */
export function foreignKana(text: string): string {
  return romanizeKana(text)
    .replace(/([kgszfvbpmrj]|sh|ch|ts)u(?=[^aeiou]|$)/g, '$1')
    .replace(/([td])o(?=[^aeiou]|$)/g, '$1');
}
