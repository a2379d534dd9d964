/** Named character references news feeds really use; the rest stay as they are written. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  laquo: '«',
  raquo: '»',
  lsaquo: '‹',
  rsaquo: '›',
  bull: '•',
  middot: '·',
  copy: '©',
  reg: '®',
  trade: '™',
  deg: '°',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  sect: '§',
  para: '¶',
  times: '×',
  frac12: '½',
  shy: '\u00AD',
  iexcl: '¡',
  iquest: '¿',
  ordf: 'ª',
  ordm: 'º',
  szlig: 'ß',
  agrave: 'à',
  aacute: 'á',
  acirc: 'â',
  atilde: 'ã',
  auml: 'ä',
  aring: 'å',
  aelig: 'æ',
  ccedil: 'ç',
  egrave: 'è',
  eacute: 'é',
  ecirc: 'ê',
  euml: 'ë',
  igrave: 'ì',
  iacute: 'í',
  icirc: 'î',
  iuml: 'ï',
  ntilde: 'ñ',
  ograve: 'ò',
  oacute: 'ó',
  ocirc: 'ô',
  otilde: 'õ',
  ouml: 'ö',
  oslash: 'ø',
  ugrave: 'ù',
  uacute: 'ú',
  ucirc: 'û',
  uuml: 'ü',
  yacute: 'ý',
  yuml: 'ÿ',
  oelig: 'œ',
  scaron: 'š',
  Agrave: 'À',
  Aacute: 'Á',
  Acirc: 'Â',
  Atilde: 'Ã',
  Auml: 'Ä',
  Aring: 'Å',
  AElig: 'Æ',
  Ccedil: 'Ç',
  Egrave: 'È',
  Eacute: 'É',
  Ecirc: 'Ê',
  Iacute: 'Í',
  Ntilde: 'Ñ',
  Oacute: 'Ó',
  Ocirc: 'Ô',
  Otilde: 'Õ',
  Ouml: 'Ö',
  Oslash: 'Ø',
  Uacute: 'Ú',
  Ucirc: 'Û',
  Uuml: 'Ü',
  Scaron: 'Š',
  OElig: 'Œ',
};

/** The named references as a plain record, for an XML parser. */
export const HTML_ENTITIES: Readonly<Record<string, string>> = NAMED;

/** Replaces character references; one that names no character that may stand in text is dropped. */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}\d{0,2}));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? whole) : whole;
    const code = typeof decimal === 'string' ? Number.parseInt(decimal, 10) : Number.parseInt(String(hex), 16);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return '';
    return String.fromCodePoint(code);
  });
}

/** Control and invisible characters out, runs of blanks to one, paragraphs separated by one line feed. */
export function tidyText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g, '')
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim();
}

const BLOCK = new Set(
  'p div br li ul ol tr table h1 h2 h3 h4 h5 h6 blockquote section article header footer figure hr pre'.split(' '),
);
/** Elements whose content is no text of the article. */
const SILENT = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg']);

/**
 * Plain text of an HTML fragment: tags dropped, blocks become paragraphs, scripts and styles left out, references
 * decoded. One pass from left to right; what looks like a tag but never closes stays text. Linear in the input.
 */
export function htmlToText(html: string): string {
  if (!html.includes('<')) return tidyText(decodeReferences(html));
  const lower = html.toLowerCase();
  let out = '';
  let at = 0;
  // Once a kind of end is not found it is nowhere further on: asking again would cost a scan each time.
  const missing = new Set<string>();
  const find = (what: string, from: number): number => {
    if (missing.has(what)) return -1;
    const found = lower.indexOf(what, from);
    if (found < 0) missing.add(what);
    return found;
  };
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open < 0) break;
    out += html.slice(at, open);
    if (html.startsWith('<!--', open)) {
      const end = find('-->', open + 4);
      at = end < 0 ? html.length : end + 3;
      continue;
    }
    const name = /^<[/!?]?([a-z][a-z0-9]*)/.exec(lower.slice(open, open + 20))?.[1];
    const close = name === undefined ? -1 : find('>', open);
    if (name === undefined || close < 0) {
      out += '<';
      at = open + 1;
      continue;
    }
    if (BLOCK.has(name)) out += '\n';
    at = close + 1;
    if (SILENT.has(name) && lower[open + 1] !== '/' && html[close - 1] !== '/') {
      const end = find(`</${name}`, at);
      at = end < 0 ? html.length : end;
    }
  }
  return tidyText(decodeReferences(out + html.slice(at)));
}
