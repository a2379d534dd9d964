/** A holder's name as the zone has it: transliterated to A–Z (ICAO 9303-3, section 4.6), parts parted by spaces. */
export interface MrzNames {
  /** Primary identifier. */
  surname: string;
  /** Secondary identifier; empty where the holder has only one name, or where none fitted. */
  givenNames: string;
  /** True where the name filled the field to its last place, so that it may have been cut short (section 4.6). */
  maybeTruncated: boolean;
}

function spaced(text: string): string {
  return text.replaceAll('<', ' ').trim().replace(/ +/g, ' ');
}

/** Splits a name field at its first double filler: ICAO 9303-3, section 4.6. */
export function splitNames(text: string): MrzNames {
  const body = text.replace(/^<+/, '').replace(/<+$/, '');
  const at = body.indexOf('<<');
  return {
    surname: spaced(at < 0 ? body : body.slice(0, at)),
    givenNames: spaced(at < 0 ? '' : body.slice(at + 2)),
    maybeTruncated: text.length > 0 && !text.endsWith('<'),
  };
}

/** Letters that zones write out (ICAO 9303-3, section 6), after capitals. */
const WRITTEN_OUT: Readonly<Record<string, string>> = {
  Ä: 'AE',
  Æ: 'AE',
  Å: 'AA',
  Ö: 'OE',
  Ø: 'OE',
  Œ: 'OE',
  Ü: 'UE',
  ß: 'SS',
  ẞ: 'SS',
  Þ: 'TH',
  Ð: 'D',
  Đ: 'D',
  Ł: 'L',
  Ĳ: 'IJ',
  Ñ: 'N',
  İ: 'I',
  ı: 'I',
};

/** The other spelling that the same section allows for two of them. */
const WRITTEN_WITH_X: Readonly<Record<string, string>> = { ...WRITTEN_OUT, Ñ: 'NXX', Ü: 'UXX' };

const spelled = (name: string, letters: Readonly<Record<string, string>>): string =>
  name
    .normalize('NFC')
    .toUpperCase()
    .replaceAll(/./gu, (symbol) => letters[symbol] ?? symbol);

/** A name in capitals, with the letters written out that zones write out; other accents stay. */
export const writtenOut = (name: string): string => spelled(name, WRITTEN_OUT);

/** The spellings of a name that a zone may have: as `writtenOut`, and with Ñ as NXX and Ü as UXX. */
export const zoneSpellings = (name: string): string[] => [
  ...new Set([spelled(name, WRITTEN_OUT), spelled(name, WRITTEN_WITH_X)]),
];
