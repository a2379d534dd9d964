import { cleanText } from './text.ts';

/**
 * How far two names are written alike: letters they share from the beginning and from the end, whatever their case.
 * It tells entries of one person apart that say the same (one list writes "First Last", another "LAST, First"), and never
 * who is found.
 */
export function writtenLikeness(a: string, b: string): number {
  const left = cleanText(a).toLowerCase();
  const right = cleanText(b).toLowerCase();
  const shorter = Math.min(left.length, right.length);
  let head = 0;
  while (head < shorter && left.charCodeAt(head) === right.charCodeAt(head)) head++;
  let tail = 0;
  while (tail < shorter - head && left.charCodeAt(left.length - 1 - tail) === right.charCodeAt(right.length - 1 - tail))
    tail++;
  return head + tail;
}
