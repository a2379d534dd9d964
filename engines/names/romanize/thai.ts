/**
 * Thai by letter: vowels written in front of their consonant are put behind it, stops silenced by a mark are left out
 * (other letters so marked are mostly heard in the foreign name they write), aspirates are written plain. Names of Sanskrit origin keep their written consonants in Latin, so finals are not changed
 * to their sound as the Royal system would.
 */
const LETTERS: ReadonlyMap<string, string> = new Map(
  'ก=k ข=k ฃ=k ค=k ฅ=k ฆ=k ง=ng จ=j ฉ=ch ช=ch ซ=s ฌ=ch ญ=y ฎ=d ฏ=t ฐ=t ฑ=t ฒ=t ณ=n ด=d ต=t ถ=t ท=t ธ=t น=n บ=b ป=p ผ=p ฝ=f พ=p ฟ=f ภ=p ม=m ย=y ร=r ฤ=ru ล=l ฦ=lu ว=w ศ=s ษ=s ส=s ห=h ฬ=l ฮ=h ะ=a ั=a า=a ำ=am ิ=i ี=i ึ=u ื=u ุ=u ู=u เ=e แ=ae โ=o ใ=ai ไ=ai ๅ=a'
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(2)]),
);

export function romanizeThai(text: string): string {
  const spoken = text
    .normalize('NFC')
    .replace(/สดิ์$/u, 'ต')
    .replace(/ทร์|[กดตทธฑศษ][ิุ]?์/gu, '')
    .replace(/เ([ก-ฮ]+?)ีย/gu, '$1ิa')
    .replace(/เ([ก-ฮ]+?)า/gu, '$1aโ')
    .replace(/เ([ก-ฮ]+?)อ/gu, '$1ี')
    .replace(/([ก-ฮ])ัว/gu, '$1ูa')
    .replace(/[็-๎]/gu, '')
    .replace(/ทร/g, 'ซ')
    .replace(/รร(?=[ก-ฮ])/g, 'ะ')
    .replace(/รร/g, 'ัน')
    .replace(/ห(?=[งญนมยรลว])/g, '')
    .replace(/([เแโใไ])([ก-ฮ])([รลว](?=[ก-ฮะ-ู]))?/gu, '$2$3$1');
  let out = '';
  for (const char of spoken) {
    // The silent letter carries a vowel at the start and is one elsewhere.
    if (char === 'อ') out += out === '' ? (/^อ[ก-ฮ]/u.test(spoken) ? 'a' : '') : 'o';
    else out += char === 'a' ? char : (LETTERS.get(char) ?? '');
  }
  return out;
}
