/** Weights of ICAO 9303-3, section 4.9, repeated over the characters. */
const WEIGHTS = [7, 3, 1] as const;

/** Symbols of a machine-readable zone: ICAO 9303-3, section 4.3. The order is the order of the recogniser's classes. */
export const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<';

/** Value of a symbol by its index in ALPHABET: 0–9, A = 10 … Z = 35, filler 0 (ICAO 9303-3, section 4.9). */
export function symbolValue(index: number): number {
  return index === 36 ? 0 : index;
}

/** Weight of the character at a place of the checked string, counted from 0. */
export function weightAt(place: number): number {
  return WEIGHTS[place % 3] ?? 7;
}

/**
 * The check digit of a string by ICAO 9303-3, section 4.9: values times 7, 3, 1, summed, modulo 10.
 * @returns one digit, or undefined where a character is not of the zone's alphabet
 */
export function checkDigit(text: string): string | undefined {
  let sum = 0;
  for (let place = 0; place < text.length; place++) {
    const index = ALPHABET.indexOf(text.charAt(place));
    if (index < 0) return undefined;
    sum += symbolValue(index) * weightAt(place);
  }
  return String(sum % 10);
}
