import type { Reading } from './index.ts';
import { asKorean, familyForm } from './korean.ts';

/** Korean names as Russian usage writes them (Kholodovich, and spellings older than his). */
const FAMILY: ReadonlyMap<string, readonly string[]> = new Map(
  '김=ким|이=ли,и|박=пак|최=цой,цхой,чхве,цхве|정=чон,тен,чен|강=кан|조=чо,те|윤=юн|장=чан,тян|임=им,лим,рим|한=хан|오=о|서=со,се|신=син,шин|권=квон|황=хван|안=ан|송=сон|유=ю,рю|홍=хон|전=чон,тен|고=ко|문=мун|손=сон|배=пе,пэ|백=пэк,пек|허=хо|남=нам|심=сим|노=но,ро|곽=квак|성=сон|차=чха|주=чу|민=мин|진=чин|엄=ом|채=чхэ|현=хен|변=пен|황보=хванбо'
    .split('|')
    .reduce((map, entry) => {
      const [syllable = '', spellings = ''] = entry.split('=');
      for (const spelling of spellings.split(','))
        map.set(spelling, [...(map.get(spelling) ?? []), familyForm(syllable)]);
      return map;
    }, new Map<string, string[]>()),
);
const SYLLABLE = /^(чж|чх|тч|дж|кх|тх|пх|[кгндтрлмпбсшчх])?(ва|ве|вэ|во|ви|ый|ай|[аяоеэуюыийё])(нъ|ль|[кнтрлмпб])?$/;
const INITIALS: Readonly<Record<string, string>> = Object.fromEntries(
  'к=g г=g кх=g н=n т=d д=d тх=d р=r л=r м=m п=b б=b пх=b с=s ш=s ч=j дж=j чж=j чх=j тч=j х=h'
    .split(' ')
    .map((pair) => pair.split('=')),
);
const VOWELS: Readonly<Record<string, readonly string[]>> = {
  а: ['a'],
  я: ['ya'],
  о: ['eo', 'o'],
  е: ['eo', 'yeo', 'ye', 'e'],
  э: ['ae', 'e'],
  у: ['u'],
  ю: ['yu'],
  ы: ['eu'],
  и: ['i'],
  ва: ['wa'],
  ве: ['oe', 'we'],
  вэ: ['wae'],
  во: ['wo'],
  ви: ['wi'],
  ый: ['ui'],
  ай: ['ae'],
};
const FINALS: Readonly<Record<string, readonly string[]>> = {
  '': [''],
  к: ['k'],
  т: ['t'],
  р: ['l'],
  л: ['l'],
  ль: ['l'],
  м: ['m'],
  п: ['p'],
  б: ['p'],
  нъ: ['ng'],
};
const MOST = 8;

interface Likely {
  text: string;
  rank: number;
}

/** What a syllable may be in the spelling of `korean.ts`, with how unlikely it is. */
function readingsOf(text: string): Likely[] {
  const [, initial = '', vowel = '', final = ''] = SYLLABLE.exec(text) ?? [];
  // Russian writes both nasals alike; behind some vowels the one is frequent, behind others the other.
  const finals = final === 'н' ? (/[ыиу]/.test(vowel) ? ['n', 'ng'] : ['ng', 'n']) : (FINALS[final] ?? []);
  const out: Likely[] = [];
  for (const [at, sound] of (VOWELS[vowel] ?? []).entries())
    for (const [end, last] of finals.entries())
      out.push({ text: (initial === '' ? '' : (INITIALS[initial] ?? '')) + sound + last, rank: at + end });
  return out;
}

function parted(tokens: readonly string[]): (readonly [string, string])[] {
  const [first = '', second] = tokens;
  if (second !== undefined) return [[first, second]];
  return Array.from({ length: Math.max(0, first.length - 1) }, (_, i) => [first.slice(0, i + 1), first.slice(i + 1)]);
}

/** The Korean readings of a family name and a given name of two syllables in Cyrillic, the likeliest first. */
export function koreanFromCyrillic(family: string, given: readonly string[]): Reading[][] {
  const families = FAMILY.get(family);
  if (families === undefined || given.length === 0 || given.length > 2) return [];
  const found: Likely[] = [];
  for (const [head, tail] of parted(given))
    for (const a of readingsOf(head))
      for (const b of readingsOf(tail)) found.push({ text: a.text + b.text, rank: a.rank + b.rank });
  found.sort((a, b) => a.rank - b.rank);
  return found.slice(0, MOST).flatMap(({ text }) => families.slice(0, 2).map((name) => asKorean(name, text)));
}
