import type { RawToken } from '../text.ts';
import { wadeGiles } from './han.ts';
import type { Reading } from './index.ts';

/**
 * Chinese names in Latin letters, in pinyin and in Wade-Giles as used without its marks: Mao Zedong and Mao Tse-tung,
 * Cai Yingwen and Tsai Ing-wen. One syllable of Wade-Giles stands for several of pinyin, so that a name is looked for in
 * the other system only: two names in pinyin that Wade-Giles would write alike are two names. Sources: Hanyu pinyin
 * (ISO 7098), Wade-Giles, spellings customary in Taiwan.
 */

/** Stands in front of the syllables of a name listed in pinyin. */
const LISTED_IN_PINYIN = '<';
/** Stands in front of the syllables of a name listed in Wade-Giles. */
const LISTED_IN_WADE = '>';

/** Finals by the initials that they follow. */
const SYLLABLES =
  'b:a,o,ai,ei,ao,an,en,ang,eng,i,ie,iao,ian,in,ing,u|p:a,o,ai,ei,ao,ou,an,en,ang,eng,i,ie,iao,ian,in,ing,u|m:a,o,ai,ei,ao,ou,an,en,ang,eng,i,ie,iao,iu,ian,in,ing,u|f:a,o,ei,ou,an,en,ang,eng,u|d:a,e,ai,ei,ao,ou,an,en,ang,eng,ong,i,ie,iao,iu,ian,ing,u,uo,ui,uan,un|t:a,e,ai,ao,ou,an,ang,eng,ong,i,ie,iao,ian,ing,u,uo,ui,uan,un|n:a,e,ai,ei,ao,an,en,ang,eng,ong,i,ie,iao,iu,ian,in,iang,ing,u,uo,uan,ue|l:a,e,ai,ei,ao,ou,an,ang,eng,ong,i,ia,ie,iao,iu,ian,in,iang,ing,u,uo,uan,un,ue|g:a,e,ai,ei,ao,ou,an,en,ang,eng,ong,u,ua,uo,uai,ui,uan,un,uang|k:a,e,ai,ao,ou,an,en,ang,eng,ong,u,ua,uo,uai,ui,uan,un,uang|h:a,e,ai,ei,ao,ou,an,en,ang,eng,ong,u,ua,uo,uai,ui,uan,un,uang|j:i,ia,ie,iao,iu,ian,in,iang,ing,iong,u,ue,uan,un|q:i,ia,ie,iao,iu,ian,in,iang,ing,iong,u,ue,uan,un|x:i,ia,ie,iao,iu,ian,in,iang,ing,iong,u,ue,uan,un|zh:a,e,i,ai,ao,ou,an,en,ang,eng,ong,u,ua,uo,uai,ui,uan,un,uang|ch:a,e,i,ai,ao,ou,an,en,ang,eng,ong,u,uo,uai,ui,uan,un,uang|sh:a,e,i,ai,ao,ou,an,en,ang,eng,u,ua,uo,uai,ui,uan,un,uang|r:e,i,ao,ou,an,en,ang,eng,ong,u,uo,ui,uan,un|z:a,e,i,ai,ei,ao,ou,an,en,ang,eng,ong,u,uo,ui,uan,un|c:a,e,i,ai,ao,ou,an,en,ang,eng,ong,u,uo,ui,uan,un|s:a,e,i,ai,ao,ou,an,en,ang,eng,ong,u,uo,ui,uan,un|y:a,ao,ou,an,ang,e,i,in,ing,ong,u,ue,uan,un|w:a,ai,an,ang,ei,en,eng,o,u|:a,ai,an,ang,ao,e,en,er,ou';

/** Each syllable of pinyin and how Wade-Giles writes it. */
const PINYIN: ReadonlyMap<string, string> = new Map(
  SYLLABLES.split('|').flatMap((entry) => {
    const [initial = '', finals = ''] = entry.split(':');
    return finals.split(',').map((final): [string, string] => [initial + final, wadeGiles(initial + final)]);
  }),
);

const FAMILIES =
  'wang li zhang liu chen yang zhao huang zhou wu xu sun hu zhu gao lin he guo ma luo liang song zheng xie han tang feng yu dong xiao cheng cao yuan deng fu shen zeng peng lv su lu jiang cai jia ding wei xue ye yan pan du dai xia zhong tian ren fan fang shi yao tan liao zou xiong jin hao kong bai cui kang mao qiu qin gu hou shao meng long wan duan lei qian yin yi chang qiao lai gong wen pang lan yue qi bao ning ke zuo hong geng rong chu xi nie ji bi ao an bian chai fei gan ge guan hua huo jian jing ju kuang leng lou mei mo mu ou pei pu qu quan ruan sang sha shang sheng shu si tong tu weng xiang xing ying you yun zang zhan zhen zhuang zhuo zong';
const PINYIN_FAMILY: ReadonlySet<string> = new Set(FAMILIES.split(' '));

/** What Taiwan writes otherwise than Wade and Giles did. */
const CUSTOM: ReadonlyMap<string, string> = new Map(
  'lee=li ing=ying jeou=chiu soong=sung liou=liu lieu=liu chiou=chiu tsay=tsai yih=i yi=i hwang=huang kuang=kuang shyu=hsu hsyu=hsu chyi=chi jyi=chi tzeng=tseng luo=lo shieh=hsieh sheng=sheng jaw=chao jang=chang jong=chung kwo=kuo shaw=hsiao yeou=yu wey=wei lyu=lu lii=li kwan=kuan huey=hui hwei=hui hwa=hua yeh=yeh jyh=chih shyh=shih tsung=tsung guey=kuei wann=wan mei=mei yeong=yung maw=mao'
    .split(' ')
    .map((pair): [string, string] => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
);
/** Syllables and family names in pinyin. */
export const CHINESE_SYLLABLES: readonly string[] = [...PINYIN.keys()];
export const CHINESE_SURNAMES: readonly string[] = [...PINYIN_FAMILY];
const WADE: ReadonlySet<string> = new Set(PINYIN.values());
const WADE_FAMILY: ReadonlySet<string> = new Set([...PINYIN_FAMILY].map((family) => PINYIN.get(family) ?? family));

const pinyinSyllable = (text: string): string | undefined => PINYIN.get(text);
function wadeSyllable(text: string): string | undefined {
  const usual = CUSTOM.get(text) ?? text;
  return WADE.has(usual) ? usual : undefined;
}

/** The given name as its syllables in Wade-Giles: one or two, in the first way to part them. */
function givenName(tokens: readonly string[], read: (text: string) => string | undefined): string | undefined {
  const [first = '', second] = tokens;
  if (second !== undefined) {
    const [head, tail] = [read(first), read(second)];
    return head === undefined || tail === undefined ? undefined : head + tail;
  }
  const whole = read(first);
  if (whole !== undefined) return whole;
  for (let cut = first.length - 1; cut >= 1; cut--) {
    const [head, tail] = [read(first.slice(0, cut)), read(first.slice(cut))];
    if (head !== undefined && tail !== undefined) return head + tail;
  }
  return undefined;
}

/**
 * What a Chinese name in Latin letters meets in the other system: how it is listed, or, where it is asked for, how its
 * counterpart would be listed. None where it is no Chinese name.
 */
export function chineseReadings(pieces: readonly Reading[], raw: readonly RawToken[], asked: boolean): Reading[][] {
  if (pieces.length < 2 || pieces.length > 3) return [];
  const last = pieces.length - 1;
  const out: Reading[][] = [];
  for (const at of [0, last]) {
    const family = pieces[at]?.text ?? '';
    if (!PINYIN_FAMILY.has(family) && !WADE_FAMILY.has(CUSTOM.get(family) ?? family)) continue;
    if (pieces.some(({ fidelity, text }) => fidelity !== 'a' || text.length > 12)) return [];
    const given = pieces.filter((_, i) => i !== at).map(({ text }) => text);
    const inPinyin = PINYIN.has(family) ? givenName(given, pinyinSyllable) : undefined;
    // Taiwan joins the two syllables of a given name by a hyphen, the mainland does not.
    const hyphenated = raw.some((token) => token.hyphenated);
    if (inPinyin !== undefined && !hyphenated) {
      if (PINYIN_FAMILY.has(family))
        out.push(reading(asked ? LISTED_IN_WADE : LISTED_IN_PINYIN, PINYIN.get(family) ?? family, inPinyin));
      continue;
    }
    const inWade = givenName(given, wadeSyllable);
    const name = CUSTOM.get(family) ?? family;
    if (inWade !== undefined && WADE_FAMILY.has(name)) {
      if (asked) out.push(reading(LISTED_IN_PINYIN, name, inWade));
      // Also within the system, for custom writes some syllables otherwise (Huey, Hui).
      out.push(reading(LISTED_IN_WADE, name, inWade));
    }
  }
  return out;
}

function reading(sign: string, family: string, given: string): Reading[] {
  return [family, given].map((text) => ({ text: sign + text, fidelity: 'e' }));
}

/** Family names as they stand in such readings. */
export const CHINESE_FAMILIES: ReadonlySet<string> = new Set(
  [...WADE_FAMILY].flatMap((family) => [LISTED_IN_PINYIN + family, LISTED_IN_WADE + family]),
);
