import { isDictionary, type Value } from './values.ts';

/**
 * Brightness of a colour by the count of its components: grey, red green blue, or ink (ISO 32000-2, 8.6.4).
 * @returns 0 black to 1 white; null where the operands name a pattern or are of another colour space
 */
export function shadeOf(operands: readonly Value[]): number | null {
  const numbers = operands.filter((value) => typeof value === 'number');
  const [a = 0, b = 0, c = 0, d = 0] = numbers;
  if (numbers.length !== operands.length || isDictionary(operands.at(-1))) return null;
  if (numbers.length === 1) return a;
  if (numbers.length === 3) return 0.299 * a + 0.587 * b + 0.114 * c;
  return numbers.length === 4 ? Math.max(0, 1 - d - 0.3 * a - 0.59 * b - 0.11 * c) : null;
}
