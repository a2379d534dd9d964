import { CHINESE_SYLLABLES, CHINESE_SURNAMES } from './chinese-latin.ts';
import { koreanFromCyrillic } from './korean-cyrillic.ts';
import type { RawToken } from '../text.ts';
import type { Reading } from './index.ts';

/**
 * Chinese and Korean names in Cyrillic: Си Цзиньпин is Xi Jinping, Ким Чен Ын is Kim Jong Un. A reading letter by letter
 * would find neither. Source: the system of Palladius (Kafarov), in use since 1888; usage for Korean.
 */
const INITIALS: readonly (readonly [string, string])[] = [
  ['zh', 'чж'],
  ['ch', 'ч'],
  ['sh', 'ш'],
  ['b', 'б'],
  ['p', 'п'],
  ['m', 'м'],
  ['f', 'ф'],
  ['d', 'д'],
  ['t', 'т'],
  ['n', 'н'],
  ['l', 'л'],
  ['g', 'г'],
  ['k', 'к'],
  ['h', 'х'],
  ['j', 'цз'],
  ['q', 'ц'],
  ['x', 'с'],
  ['r', 'ж'],
  ['z', 'цз'],
  ['c', 'ц'],
  ['s', 'с'],
];
const FINALS: ReadonlyMap<string, string> = new Map(
  'a=а o=о e=э ai=ай ei=эй ao=ао ou=оу an=ань en=энь ang=ан eng=эн ong=ун i=и ia=я ie=е iao=яо iu=ю ian=янь in=инь iang=ян ing=ин iong=юн u=у ua=уа uo=о uai=уай ui=уй uan=уань un=унь uang=уан ue=юэ er=эр'
    .split(' ')
    .map((pair): [string, string] => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
);
/** Syllables that begin with y or w, and others that do not follow the table. */
const WHOLE: ReadonlyMap<string, string> = new Map(
  'ya=я yan=янь yang=ян yao=яо ye=е yi=и yin=инь ying=ин yong=юн you=ю yu=юй yue=юэ yuan=юань yun=юнь yo=йо wa=ва wai=вай wan=вань wang=ван wei=вэй wen=вэнь weng=вэн wo=во wu=у hui=хуэй lv=люй nv=нюй er=эр'
    .split(' ')
    .map((pair): [string, string] => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
);

function inCyrillic(syllable: string): string {
  const whole = WHOLE.get(syllable);
  if (whole !== undefined) return whole;
  const initial = INITIALS.find(([latin]) => syllable.startsWith(latin));
  const [latin, cyrillic] = initial ?? ['', ''];
  const final = syllable.slice(latin.length);
  if (/^[jqx]$/.test(latin) && /^u(?:an|n|e)?$/.test(final))
    return cyrillic + ({ u: 'юй', uan: 'юань', un: 'юнь', ue: 'юэ' }[final] ?? '');
  if (/^[zcs]$/.test(latin) && final === 'i') return `${cyrillic}ы`;
  return cyrillic + (FINALS.get(final) ?? final);
}

const SYLLABLES: ReadonlyMap<string, string> = new Map(
  [...CHINESE_SYLLABLES].reverse().map((syllable): [string, string] => [inCyrillic(syllable), syllable]),
);
const SURNAMES: ReadonlyMap<string, string> = new Map(
  [...CHINESE_SURNAMES].reverse().map((surname): [string, string] => [inCyrillic(surname), surname]),
);

const plain = (text: string): string => text.toLowerCase().replaceAll('ё', 'е').replaceAll('ъ', '');

/** A given name of one or two syllables, the longer first syllable first; undefined where it is none. */
function given(text: string): string | undefined {
  const whole = SYLLABLES.get(text);
  if (whole !== undefined) return whole;
  for (let cut = text.length - 1; cut >= 1; cut--) {
    const [head, tail] = [SYLLABLES.get(text.slice(0, cut)), SYLLABLES.get(text.slice(cut))];
    if (head !== undefined && tail !== undefined) return head + tail;
  }
  return undefined;
}

/** The native readings of a name in Cyrillic, family name first; none where it is neither Chinese nor Korean. */
export function eastAsianInCyrillic(tokens: readonly RawToken[]): Reading[][] {
  if (tokens.length < 2 || tokens.length > 3 || tokens.some(({ script }) => script !== 'CYRILLIC')) return [];
  const [first = '', ...others] = tokens.map(({ text }) => plain(text));
  const out: Reading[][] = [];
  const surname = SURNAMES.get(first);
  const own = given(others.join(''));
  if (surname !== undefined && own !== undefined)
    out.push([
      { text: surname, fidelity: 'e' },
      { text: own, fidelity: 'e' },
    ]);
  out.push(...koreanFromCyrillic(first, others));
  return out;
}
