/**
 * Scripts of India and Sri Lanka, by letter with the inherent vowel. The blocks from Devanagari to Malayalam follow one
 * layout (ISCII), so one table by offset serves them all; Sinhala has its own. Values follow ISO 15919 without its marks,
 * as customary in the names of people.
 */
function offsets(pairs: string): ReadonlyMap<number, string> {
  return new Map(
    pairs
      .trim()
      .split(/\s+/)
      .map((pair) => [Number.parseInt(pair.slice(0, 2), 16), pair.slice(3)]),
  );
}

const VOWELS = offsets('05=a 06=a 07=i 08=i 09=u 0a=u 0b=ri 0c=li 0d=e 0e=e 0f=e 10=ai 11=o 12=o 13=o 14=au');
const CONSONANTS = offsets(`
15=k 16=kh 17=g 18=gh 19=ng 1a=ch 1b=ch 1c=j 1d=j 1e=ny 1f=t 20=t 21=d 22=d 23=n 24=t 25=t 26=d 27=d 28=n 29=n 2a=p 2b=p 2c=b 2d=b
2e=m 2f=y 30=r 31=r 32=l 33=l 34=l 35=v 36=sh 37=sh 38=s 39=h 58=q 59=kh 5a=gh 5b=z 5c=r 5d=r 5e=f 5f=y`);
const SIGNS = offsets('3e=a 3f=i 40=i 41=u 42=u 43=ri 45=e 46=e 47=e 48=ai 49=o 4a=o 4b=o 4c=au 57=u');
const DOTTED: Readonly<Record<string, string>> = { k: 'q', j: 'z', d: 'r', p: 'f', g: 'gh' };
/** Tamil writes s, and doubled ch, with one letter. */
const TAMIL_CA = 0xb9a;
const VIRAMA = 0x4d;
const NUKTA = 0x3c;

const SINHALA_VOWELS = offsets('05=a 06=a 07=e 08=e 09=i 0a=i 0b=u 0c=u 0d=ri 11=e 12=e 13=ai 14=o 15=o 16=au');
const SINHALA_CONSONANTS = offsets(`
1a=k 1b=k 1c=g 1d=g 1e=ng 1f=ng 20=ch 21=ch 22=j 23=j 24=ny 25=gn 26=nj 27=t 28=t 29=d 2a=d 2b=n 2c=nd 2d=t 2e=t 2f=d 30=d 31=n 33=nd
34=p 35=p 36=b 37=b 38=m 39=mb 3a=y 3b=r 3d=l 40=v 41=sh 42=sh 43=s 44=h 45=l 46=f`);
const SINHALA_SIGNS = offsets('4f=a 50=e 51=e 52=i 53=i 54=u 56=u 58=ri 59=e 5a=e 5b=ai 5c=o 5d=o 5e=au');
const SINHALA_VIRAMA = 0x4a;

/** The vowel that no letter writes; left out where speech leaves it out. */
const INHERENT = '\u0259';
// Malayalam letters for a consonant without its vowel.
const CHILLU: Readonly<Record<string, string>> = { ൺ: 'n', ൻ: 'n', ർ: 'r', ൽ: 'l', ൾ: 'l', ൿ: 'k' };

/** Whether speech drops the inherent vowel at the end and between syllables: the north does, the south and Sinhala do not. */
function dropsVowels(code: number): boolean {
  return code < 0xb00;
}

export function romanizeIndic(text: string): string {
  let out = '';
  let north = false;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    north = dropsVowels(code);
    const sinhala = code >= 0xd80 && code < 0xe00;
    const at = code & 0x7f;
    const chillu = CHILLU[char];
    const consonant = (sinhala ? SINHALA_CONSONANTS : CONSONANTS).get(at);
    const sign = (sinhala ? SINHALA_SIGNS : SIGNS).get(at);
    if (chillu !== undefined) out += chillu;
    else if (code === TAMIL_CA) out += `s${INHERENT}`;
    else if (consonant !== undefined) out += consonant + INHERENT;
    else if (sign !== undefined) out = withoutInherent(out) + sign;
    else if (at === (sinhala ? SINHALA_VIRAMA : VIRAMA)) out = withoutInherent(out);
    else if (at === 0x02 || at === 0x01 || code === 0xa70) out += 'n';
    else if (code === 0xb83) out = `${out}\u0001`;
    else if (!sinhala && at === NUKTA) {
      const bare = withoutInherent(out);
      const last = bare.replace(/h$/, '').slice(-1);
      out = bare.replace(/.h?$/, '') + (DOTTED[last] ?? last) + INHERENT;
    } else out += (sinhala ? SINHALA_VOWELS : VOWELS).get(at) ?? '';
  }
  // Tamil writes f as an aspirated p.
  out = out.replaceAll('\u0001p', 'f').replaceAll('\u0001', '').replaceAll('ss', 'ch').replaceAll('nys', 'nj');
  if (north) {
    out = out.replace(/(?<=[aeiou\u0259].*)\u0259$/, '');
    out = out.replace(/([aeiou])([^aeiou\u0259]{1,2})\u0259([^aeiou\u0259][aeiou])/g, '$1$2$3');
  }
  return out
    .replaceAll(INHERENT, 'a')
    .replace(/n(?=[pbm])/g, 'm')
    .replace(/[^a-z]/g, '');
}

function withoutInherent(text: string): string {
  return text.endsWith(INHERENT) ? text.slice(0, -1) : text;
}

/** Names of Latin letters as they are spelled out for initials. */
const LETTER_NAMES: ReadonlyMap<string, string> = new Map(
  'e a|ea a|bi b|si c|chi c|di d|i e|ef f|ji g|ech h|aich h|echcha h|ai i|je j|jey j|ke k|el l|em m|en n|o o|pi p|kyu q|ar r|as r|es s|ti t|yu u|vi v|eks x|vay y|jed z'
    .split('|')
    .map((pair) => {
      const at = pair.indexOf(' ');
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
);

/** An initial, spelled out or as the first syllable of the name ("எம்.", "ச."). */
export function indicInitial(romanized: string): string {
  return LETTER_NAMES.get(romanized) ?? romanized.charAt(0);
}
