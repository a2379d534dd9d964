/** Revised Romanisation by syllable, and the customary spellings of family names that no system gives. */
const INITIAL = 'g kk n d tt r m b pp s ss  j jj ch k t p h'.split(' ');
const MEDIAL = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ');
const FINAL = ' k k k n n n t l k m l l l p l m p p t t ng t t k t p t'.split(' ');

/** Family names: syllable and its customary Latin spellings, the most frequent first. */
const FAMILY =
  '김 kim gim|이 lee yi rhee li|리 ri lee|박 park pak bak|최 choi choe|정 jung chung jeong|강 kang gang|조 cho jo|윤 yoon yun|장 jang chang|임 lim im rim|림 rim lim|한 han|오 oh o|서 seo suh|신 shin sin|권 kwon gwon|황 hwang|안 ahn an|송 song|류 ryu yoo|유 yoo yu ryu|홍 hong|전 jeon chun jun|고 ko go koh|문 moon mun|양 yang|손 son sohn|배 bae pae|백 paek baek baik|허 heo huh hur|남 nam|심 shim sim|노 roh noh no|로 ro roh|하 ha|곽 kwak gwak|성 sung seong|차 cha|주 joo ju chu|우 woo u|구 koo gu ku|민 min|나 na ra|라 ra|진 jin chin|지 ji chi|엄 um eom|채 chae|원 won|천 chun cheon|방 bang pang|공 kong gong|현 hyun hyon|함 ham|변 byun byeon pyon|염 yeom|여 yeo|추 choo chu|도 do|소 so|석 seok suk|선 sun seon|설 seol|마 ma|길 gil kil|연 yeon|위 wi|표 pyo|명 myung|기 ki|반 ban|왕 wang|금 keum|옥 ok|육 yook|인 in|맹 maeng|제 je|모 mo|탁 tak|국 kook|어 eo|은 eun|편 pyun|용 yong|태 tae|현 hyun|봉 bong|사 sa|부 boo|복 bok|경 kyung|독고 dokgo|남궁 namgung|황보 hwangbo|선우 sunwoo|제갈 jegal';

const FAMILY_NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  FAMILY.split('|').map((entry) => {
    const [syllable = '', ...spellings] = entry.split(' ');
    return [syllable, spellings];
  }),
);

/** The parts of a Hangul syllable by their number in the alphabet (Unicode, section 3.12); null for any other character. */
export function syllableOf(char: string): { initial: number; medial: number; final: number } | null {
  const index = (char.codePointAt(0) ?? 0) - 0xac00;
  if (index < 0 || index >= 11172) return null;
  return { initial: Math.floor(index / 588), medial: Math.floor((index % 588) / 28), final: index % 28 };
}

export function romanizeHangul(text: string): string {
  let out = '';
  for (const char of text) {
    const parts = syllableOf(char);
    if (parts === null) continue;
    const { initial, medial, final } = parts;
    out += (initial === 11 ? '' : (INITIAL[initial] ?? '')) + (MEDIAL[medial] ?? '') + (FINAL[final] ?? '');
  }
  return out;
}

/** Splits an unspaced native name into family and given name; null where the first syllable is no family name. */
export function splitKorean(text: string): { family: readonly string[]; given: string } | null {
  const chars = Array.from(text);
  if (chars.length < 2 || chars.length > 4) return null;
  for (const size of [2, 1]) {
    const family = FAMILY_NAMES.get(chars.slice(0, size).join(''));
    const given = chars.slice(size).join('');
    if (family !== undefined && given.length >= 1 && given.length <= 2) return { family, given };
  }
  return null;
}

export function koreanFamily(syllable: string): readonly string[] | undefined {
  return FAMILY_NAMES.get(syllable);
}
