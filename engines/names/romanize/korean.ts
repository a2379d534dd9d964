import { HANJA_FAMILY, HANJA_GIVEN } from '../data/hanja.ts';
import { syllableOf } from './hangul.ts';
import type { Reading } from './index.ts';

/**
 * Korean names by their syllables. One syllable has many Latin spellings: 정 is Jeong (Revised), Chong (McCune-Reischauer
 * without its marks), Jong (as the North writes it), Jung or Chung (customary). A name of a Korean family name and two
 * syllables is therefore read once more, syllable by syllable, in one spelling of our own; names that meet there are one
 * name in Hangul as far as their spellings tell. Sources: Revised Romanization (2000), McCune and Reischauer (1939),
 * and spellings in passports and on lists.
 */

/** What stands in front of a text in our own spelling. */
const BY_SYLLABLE = '=';

/** Readings of one name; those of spellings that may stand for most syllables are cut. */
const MOST = 6;

// Sounds that one system or another writes alike: plain, tense and aspirated stops.
const INITIALS: Readonly<Record<string, string>> = {
  '': '',
  g: 'g',
  k: 'g',
  kk: 'g',
  gg: 'g',
  n: 'n',
  d: 'd',
  t: 'd',
  tt: 'd',
  th: 'd',
  r: 'r',
  l: 'r',
  m: 'm',
  b: 'b',
  p: 'b',
  pp: 'b',
  s: 's',
  ss: 's',
  sh: 's',
  j: 'j',
  ch: 'j',
  jj: 'j',
  tch: 'j',
  h: 'h',
};
/** Spelling of a vowel and the vowels that it may stand for, the likeliest first. */
const VOWELS: Readonly<Record<string, readonly string[]>> = {
  a: ['a'],
  ah: ['a'],
  ae: ['ae'],
  ai: ['ae'],
  ay: ['ae'],
  ya: ['ya'],
  eo: ['eo'],
  o: ['eo', 'o'],
  oh: ['o'],
  e: ['e', 'ae'],
  yeo: ['yeo'],
  yo: ['yeo', 'yo'],
  you: ['yeo', 'yu'],
  yu: ['yu', 'yeo'],
  yoo: ['yu'],
  ye: ['ye'],
  wa: ['wa'],
  wae: ['wae'],
  oe: ['oe'],
  oi: ['oe'],
  we: ['we', 'oe'],
  u: ['u', 'eo', 'eu'],
  uh: ['eo'],
  oo: ['u'],
  ou: ['u', 'eo'],
  wo: ['wo'],
  weo: ['wo'],
  wi: ['wi'],
  eu: ['eu'],
  ui: ['ui'],
  eui: ['ui'],
  i: ['i'],
  ee: ['i', 'ui'],
};
const FINALS: Readonly<Record<string, string>> = {
  '': '',
  k: 'k',
  g: 'k',
  ck: 'k',
  n: 'n',
  t: 't',
  d: 't',
  l: 'l',
  r: 'l',
  m: 'm',
  p: 'p',
  b: 'p',
  ng: 'ng',
};
const SYLLABLE =
  /^(tch|ch|jj|kk|gg|tt|th|pp|ss|sh|[gkndtrlmbpsjh])?(yeo|you|yoo|yae|eui|wae|weo|ah|ae|ai|ay|ya|eo|oh|yo|yu|ye|wa|oe|oi|we|uh|oo|ou|wo|wi|eu|ui|ee|a|o|e|u|i)(ng|ck|[kgntdlrmpb])?$/;

/** A syllable of Chinese in pinyin or Wade-Giles. */
const CHINESE =
  /^(?:(?:a|ai|an|ang|ao|e|en|o|ou|yi|yin|ying|wu)|(?:zh|ch|sh|ts|tz|hs|[bpmfdtnlgkhjqxrzcsyw])(?:a|o|e|i|u|ai|ei|ao|ou|an|en|ang|eng|ong|ung|ia|ie|ieh|iao|iu|ian|ien|in|iang|ing|iong|iung|ua|uo|uai|ui|uan|uen|un|uang|ue|ueh|uh|ih))$/;

const HANGUL_INITIALS = 'g g n d d r m b b s s  j j j g d b h'.split(' ');
const HANGUL_VOWELS = 'a ae ya ye eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ');
const HANGUL_FINALS = ' k k k n n n t l k m l l l p l m p p t t ng t t k t p t'.split(' ');

function spellHangul(char: string): string {
  const parts = syllableOf(char);
  if (parts === null) return '';
  const { initial, medial, final } = parts;
  return (HANGUL_INITIALS[initial] ?? '') + (HANGUL_VOWELS[medial] ?? '') + (HANGUL_FINALS[final] ?? '');
}

/** The North keeps the first sound of 리, 림, 류, 로, which the South drops or softens; others are too short to weigh. */
const FAMILY_FORMS: Readonly<Record<string, string>> = {
  i: 'yi',
  ri: 'yi',
  rim: 'im',
  ryu: 'yu',
  ro: 'no',
  ra: 'na',
  o: 'oh',
  u: 'wu',
};

export function familyForm(family: string): string {
  const spelled = Array.from(family, spellHangul).join('');
  return FAMILY_FORMS[spelled] ?? spelled;
}

/** Family names by their customary spellings, and whether the spelling is hardly ever another people's. */
const FAMILY = parseFamilies(
  '김=kim!gim!|이=lee,yi,rhee!,ri!,li,i|박=park!,pak!,bak|최=choi!,choe!|정=jeong!,jong!,jung!,chong,chung,cheong!|강=kang,gang|조=cho,jo|윤=yoon!,yun|장=jang!,chang|임=lim,rim!,im!|한=han|오=oh!,o|서=seo!,suh!,so|신=shin!,sin|권=kwon!,gwon!|황=hwang!|안=ahn!,an|송=song|유=ryu!,ryoo!,yoo!,yu|홍=hong|전=jeon!,jon!,jun,chon,chun|고=ko,go,koh|문=moon!,mun!|양=yang|손=sohn!,son|배=bae!,pae!|백=paek!,baek!,paik!,baik!|허=hur!,heo!,huh!,ho|남=nam|심=shim!,sim|노=noh!,roh!,ro,no|하=ha|곽=kwak!,gwak!|성=sung,seong!,song|차=cha|주=joo!,ju,chu|우=woo!,u|구=koo,ku,gu|민=min|나=na,ra|진=jin,chin|지=ji,chi|엄=eom!,om!,um|채=chae!|원=won!|방=bang,pang|공=kong,gong|현=hyun!,hyon!,hyeon!|함=ham|변=byun!,byeon!,pyon!,byon!|염=yeom!,yom!|도=do,to|석=seok!,sok!,suk|설=seol!,sol|길=gil,kil!|명=myung!,myong!|기=ki,gi|태=tae!|국=kook!,kuk!,guk!',
);

interface FamilyName {
  text: string;
  /** The spelling tells a Korean. */
  sure: boolean;
}

function parseFamilies(table: string): ReadonlyMap<string, readonly FamilyName[]> {
  const out = new Map<string, FamilyName[]>();
  for (const entry of table.split('|')) {
    const [syllable = '', spellings = ''] = entry.split('=');
    const text = familyForm(syllable);
    for (const [, spelling = '', mark] of spellings.matchAll(/([a-z]+)(!?)/g)) {
      const known = out.get(spelling) ?? [];
      known.push({ text, sure: mark === '!' });
      out.set(spelling, known);
    }
  }
  return out;
}

/** The spellings of one syllable in our own form; none where the text is no syllable. */
function syllables(text: string): readonly string[] {
  const known = SYLLABLES.get(text);
  if (known !== undefined) return known;
  const found = SYLLABLE.exec(text);
  const out: string[] = [];
  if (found !== null) {
    const [, initial = '', vowel = '', final = ''] = found;
    for (const read of VOWELS[vowel] ?? []) out.push((INITIALS[initial] ?? '') + read + (FINALS[final] ?? ''));
  }
  if (SYLLABLES.size > 4000) SYLLABLES.clear();
  SYLLABLES.set(text, out);
  return out;
}
const SYLLABLES = new Map<string, readonly string[]>();

/** The two syllables that the tokens of a given name are written with, in every way to part them. */
function parted(tokens: readonly string[]): (readonly [string, string])[] {
  const [first = '', second] = tokens;
  if (second !== undefined) return [[first, second]];
  const out: [string, string][] = [];
  for (let cut = 1; cut < first.length; cut++) {
    const [head, tail] = [first.slice(0, cut), first.slice(cut)];
    if (syllables(head).length > 0 && syllables(tail).length > 0) out.push([head, tail]);
  }
  return out;
}

/**
 * The Korean readings of a name written in Latin, as [family name, given name] each of fidelity `e`; none where it is
 * not a Korean family name in front of or behind a given name of two syllables.
 */
export function koreanReadings(pieces: readonly Reading[]): Reading[][] {
  if (pieces.length < 2 || pieces.length > 3 || pieces.some(({ fidelity }) => fidelity !== 'a')) return [];
  const last = pieces.length - 1;
  const texts = new Set<string>();
  for (const at of [0, last]) {
    const families = FAMILY.get(pieces[at]?.text ?? '');
    if (families === undefined) continue;
    const given = pieces.filter((_, i) => i !== at).map(({ text }) => text);
    if (given.some((text) => text.length > 12)) continue;
    for (const [first, second] of parted(given)) {
      const [heads, tails] = [syllables(first), syllables(second)];
      // A name that may as well be Chinese is left to the readings of Chinese.
      const korean = !CHINESE.test(first) || !CHINESE.test(second);
      for (const family of families) {
        if (!family.sure && !korean) continue;
        for (const head of heads) for (const tail of tails) texts.add(`${family.text} ${head}${tail}`);
      }
    }
  }
  return [...texts].slice(0, MOST).map((text) => asReading(text.split(' ')));
}

const asReading = (parts: readonly string[]): Reading[] =>
  parts.map((part) => ({ text: BY_SYLLABLE + part, fidelity: 'e' as const }));

/** The same spelling of Hangul as it is: family name and given name. */
export function koreanReading(family: string, given: string): Reading[] | null {
  const own = Array.from(given, spellHangul);
  if (familyForm(family) === '' || own.length !== 2 || own.includes('')) return null;
  return asReading([familyForm(family), own.join('')]);
}

/** Family names in our own spelling. */
export const KOREAN_FAMILIES: ReadonlySet<string> = new Set(
  [...FAMILY.values()].flat().map(({ text }) => BY_SYLLABLE + text),
);

/** A family name and a given name in our own spelling. */
export const asKorean = (family: string, given: string): Reading[] => asReading([family, given]);

/** The Hangul that a name of three Chinese characters is read as in Korean: family name and given name; none where unknown. */
export function hanjaReadings(text: string): { family: string; given: string }[] {
  const [first = '', second = '', third = '', ...more] = Array.from(text);
  if (more.length > 0 || third === '') return [];
  const out: { family: string; given: string }[] = [];
  for (const family of HANJA_FAMILY.get(first) ?? [])
    for (const head of HANJA_GIVEN.get(second) ?? [])
      for (const tail of HANJA_GIVEN.get(third) ?? []) out.push({ family, given: head + tail });
  return out;
}
