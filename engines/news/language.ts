/** Frequent small words that tell a language. */
const TELLING: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set('the of and to in that is was for with on by at from has his have been said'.split(' ')),
  de: new Set('der die das und ist nicht mit dem den von wegen wurde sich auf für ein eine im werden nach'.split(' ')),
  fr: new Set('le la les des et est une dans que pour qui sur avec été au du pas ont mais'.split(' ')),
  es: new Set('el la los las que y en por con una del para fue ha es su al más según'.split(' ')),
  pt: new Set('o os as que e em por com uma do da para foi não dos das ao mais também'.split(' ')),
  it: new Set('il lo gli che e di per con una del della è stato sono dal nel alla anche non'.split(' ')),
  nl: new Set('de het een en van is niet met voor op zijn werd door dat aan wordt heeft bij'.split(' ')),
};
const SAMPLE = 4_000;

/**
 * The language of a text by its small words and script.
 * @returns ISO 639-1; `en` where nothing tells
 */
export function languageOf(text: string): string {
  const sample = text.slice(0, SAMPLE).toLowerCase();
  const words = sample.match(/[\p{L}]+/gu) ?? [];
  const cyrillic = words.filter((word) => /^[\u0400-\u04FF]/.test(word)).length;
  if (cyrillic * 2 > words.length && words.length > 0) return 'ru';
  let best = 'en';
  let most = 0;
  for (const [language, telling] of Object.entries(TELLING)) {
    let count = 0;
    for (const word of words) if (telling.has(word)) count++;
    if (count > most) {
      best = language;
      most = count;
    }
  }
  return best;
}
