import type { DocumentField } from '../types.ts';
import type { ReadLine } from '../ocr/lines.ts';
import { boundsOf, cornersOf } from '../ocr/lines.ts';
import type { Box, Quadrilateral } from '../../types.ts';
import { datesIn, type DayOrder } from './dates.ts';

/** Part of a line: a value that was read. */
export interface Value {
  value: string;
  raw: string;
  confidence: number;
  box: Box;
  /** From the writing's own top left. */
  corners: Quadrilateral;
}

/** What is known of the document when its print is understood. */
export interface Context {
  order: DayOrder;
  /** ISO 3166-1 alpha-2 of the issuer, where known. */
  state: string | undefined;
  /** YYYY-MM-DD. */
  today: string;
}

/** Part of a line from and to places in its text: least probability of its characters, and its box. */
export function part(line: ReadLine, start: number, end: number, value: string): Value {
  // Symbols may be longer than one unit of text.
  let at = 0;
  const inside = line.characters.filter(({ symbol }) => {
    const here = at;
    at += symbol.length;
    return here >= start && here < end;
  });
  const shown = inside.filter(({ symbol }) => symbol !== ' ');
  const confidence = shown.reduce((least, { probability }) => Math.min(least, probability), 1);
  const whole = start <= 0 && end >= line.text.length;
  const step = 1 / Math.max(1, line.characters.length);
  const from = whole ? 0 : Math.max(0, (inside[0]?.at ?? 0) - step);
  const to = whole ? 1 : Math.min(1, (inside[inside.length - 1]?.at ?? 1) + step);
  const raw = line.text.slice(start, end).trim();
  const place = { box: boundsOf(line.slanted, from, to), corners: cornersOf(line.slanted, from, to) };
  return { value, raw, confidence, ...place };
}

/**
 * The value of a field in a line from a place on; null where what stands there is none of that kind.
 * @param from place in the line's text
 */
export function valueOf(field: DocumentField, line: ReadLine, from: number, context: Context): Value | null {
  const text = line.text.slice(from);
  const whole = (value: string): Value => part(line, from, line.text.length, value);
  switch (field) {
    case 'dateOfBirth':
    case 'dateOfIssue':
    case 'dateOfExpiry': {
      const tense = field === 'dateOfExpiry' ? 'AROUND' : 'PAST';
      const [found] = datesIn(text, context.order, tense, context.today);
      return found ? part(line, from + found.start, from + found.end, found.iso) : null;
    }
    case 'documentNumber':
    case 'personalNumber': {
      const match = /(?<![\p{L}\d])(?=[A-Z0-9 .\-/]*\d)[A-Z0-9](?:[ .\-/]?[A-Z0-9]){4,19}(?![\p{L}\d])/u.exec(text);
      if (!match || (match[0].match(/\d/g)?.length ?? 0) < 4) return null;
      const value = match[0].replaceAll(/[^A-Z0-9]/g, '');
      return part(line, from + match.index, from + match.index + match[0].length, value);
    }
    case 'sex': {
      const sex = sexOf(text, context.state);
      return sex ? whole(sex) : null;
    }
    case 'lastName':
    case 'firstName': {
      const value = text.trim().replace(/^[:.\s]+/, '');
      const letters = value.match(/\p{L}/gu)?.length ?? 0;
      return letters >= 2 && letters >= 0.8 * value.replaceAll(' ', '').length && value.length <= 60
        ? whole(value)
        : null;
    }
    case 'address': {
      const value = text.trim().replace(/^[:.\s]+/, '');
      return value.length >= 4 && value.length <= 100 ? whole(value) : null;
    }
    default:
      return null;
  }
}

/** Where M is a woman (mujer), the letter alone says nothing. */
const WOMAN_IS_M = new Set(['MX']);

/** M, F or X as printed, alone or behind the issuer's own letter: "K/F". */
export function sexOf(text: string, state: string | undefined): string | null {
  const match = /^[\s:.]*(?:(?:\p{Lu}{1,4}|\p{L})\s*\/\s*)?([MFX])[\s.]*$/u.exec(text);
  if (!match || (state !== undefined && WOMAN_IS_M.has(state))) return null;
  return match[1] ?? null;
}
