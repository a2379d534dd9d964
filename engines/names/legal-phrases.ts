/** Legal forms of several words, in many languages as they are romanised, and the short form each stands for. */
const PHRASES: readonly (readonly [string, string])[] = [
  // Russian, Belarusian, Ukrainian
  ["obs(?:h?ch|c)estvo s ogranichen+o[iy]j? otvetstven+ost['’]?[yi]?u", 'ooo'],
  ['tavarystva z abmezhavana[iy]u? adkaznas(?:t|ts)s?yu', 'ooo'],
  ["tovarystvo z obmezhenoyu vidpovidal'?nistyu", 'tov'],
  ['(?:otkryto?[ye]?e|zakryto?[ye]?e|publichno[ye]?e|nepublichno[ye]?e) a[kc]tsionerno[ye]?e obs(?:h?ch|c)estvo', 'ao'],
  ['a[kc]tsionerno[ye]?e obs(?:h?ch|c)estvo', 'ao'],
  ['(?:adkrytae|zakrytae) aktsyyaner?nae tavarystva', 'ao'],
  ['federal state (?:unitary enterprise|autonomous institution|budgetary institution)', 'fgup'],
  ['federalno[ye]e gosudarstvenno[ye]e (?:unitarno[ye]e predpriyatie|byudzhetno[ye]e uchrezhdenie)', 'fgup'],
  ['(?:republican|state|municipal)(?: subsidiary| production)? unitary enterprise', 'fgup'],
  // English
  ['limited[ -]+partnership', 'lp'],
  ['public[ -]+limited[ -]+company', 'plc'],
  ['private[ -]+limited[ -]+company', 'ltd'],
  ['free[ -]+zone[ -]+establishment', 'fze'],
  ['free[ -]+zone[ -]+company', 'fzco'],
  // Romance languages, German, Turkish
  ['sociedad(?:e)? an[oó]nima', 'sa'],
  ['soci[eé]t[eé] anonyme', 'sa'],
  ['societ[aà] per azioni', 'spa'],
  ['societ[aà] a responsabilit[aà] limitata', 'srl'],
  ['sociedad de responsabilidad limitada', 'srl'],
  ['soci[eé]t[eé] [aà] responsabilit[eé] limit[eé]e', 'sarl'],
  ['asociaci[oó]n civil', 'ac'],
  ['gesellschaft mit beschr(?:ae|ä|a)nkter haftung', 'gmbh'],
  ['anonim (?:[sş]irketi|[sş]ti\\.?)', 'as'],
  ['limited (?:[sş]irketi|[sş]ti\\.?)', 'ltd'],
  ['spo[lł]ka z ograniczon[aą] odpowiedzialno[sś]ci[aą]', 'spzoo'],
  // Persian, Chinese, Thai, Malay
  ['sherkat[ -](?:e[ -])?sahami[ -](?:e[ -])?(?:khass?|amm?)', 'co'],
  ['(?:gufen )?you ?xian (?:zeren )?gong ?si', 'co ltd'],
  ['sendirian berhad', 'sdn'],
  ['hang[ -]?hun[ -]?suan (?:ch|j)amkat', 'lp'],
  ['c[oô]ng ty (?:tnhh|tr[aá]ch nhi[eệ]m h[uữ]u h[aạ]n)', 'co ltd'],
  ['c[oô]ng ty (?:c[oổ] ph[aầ]n|cp)', 'co'],
  // Baltic, Serbian and Croatian
  ['sabiedr[iī]ba ar ierobe[zž]otu atbild[iī]bu', 'llc'],
  ['u[zž]daroji akcin[eė] bendrov[eė]', 'uab'],
  ['dru[sš]tvo s(?:a)? ograni[cč]enom odgovorno[sš][cć]u', 'doo'],
  ['(?:gosudarstven+oe|gosudarstven+oye|respublikansko[ye]?e)(?: unitarno[ye]?e)? predpri[yj]ati[ye]?e', 'fgup'],
  ['publichno[ye]?e joint[ -]stock company', 'ao'],
  // Persian and Turkish words of trade that are two
  ['sarmaye[ -]?gozari', 'investment'],
  ['(?:ithalat(?: ve)? ihracat|ihracat(?: ve)? ithalat)', 'import export'],
  // Letters that stand for words everybody writes out elsewhere
  ['irgc', 'islamic revolutionary guard corps'],
  ['d\\.?p\\.?r\\.?k\\.?', 'democratic peoples republic of korea'],
  ['(?:pmc|chvk)', 'private military company'],
  ['(?:isil|isis)', 'islamic state iraq levant'],
];

const WHOLE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${PHRASES.map(([phrase]) => `(${phrase})`).join('|')})(?![\\p{L}\\p{N}])`,
  'giu',
);
const TELLING =
  /obsh?ch|hun|c[oô]ng|sabied|akcin|dru[sš]|predpr|publich|sarmaye|ithalat|ihracat|irgc|d\.?p\.?r\.?k|pmc|chvk|isi[ls]|obscest|tavary|tovary|state|unitar|partner|limited|free|soci|asoci|gesell|anonim|sp[oó][lł]ka|sherkat|gong|sendir/i;

/** The name with legal forms of several words replaced by their short ones. */
export function shortForms(text: string): string {
  if (!TELLING.test(text)) return text;
  return text.replace(WHOLE, (...found: unknown[]) => {
    for (let i = 0; i < PHRASES.length; i++) if (found[i + 1] !== undefined) return ` ${PHRASES[i]?.[1] ?? ''} `;
    return String(found[0]);
  });
}
