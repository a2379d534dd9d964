import type { Attributes } from './attributes.ts';

// Fields, values and parts of a value are kept apart by signs that no text of a list holds.
const FIELD = '\u001e';
const VALUE = '\u001f';
const PART = '\u001d';
const LISTS = ['b', 'c', 'n', 'a'] as const;
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f]/;

/**
 * What an entity says beside its names, as text of half the length of JSON: `b1961-04-03` and so on, a letter for each
 * field. Values with control characters, or that are no text, are kept as JSON.
 * @returns the empty text where nothing is said
 */
export function storeAttributes(attributes: Attributes): string {
  const fields: string[] = [];
  let plain = true;
  const joined = (values: readonly string[], between: string): string => {
    for (const value of values) if (CONTROL.test(value) || !value.isWellFormed()) plain = false;
    return values.join(between);
  };
  for (const key of LISTS) {
    const values = attributes[key];
    if (values !== undefined) fields.push(key + joined(values, VALUE));
  }
  if (attributes.g !== undefined) fields.push(`g${joined([attributes.g], VALUE)}`);
  if (attributes.i !== undefined) fields.push(`i${attributes.i.map((parts) => joined(parts, PART)).join(VALUE)}`);
  return plain ? fields.join(FIELD) : JSON.stringify(attributes);
}

/** The attributes that {@link storeAttributes} made this text of. */
export function readAttributes(text: string): Attributes {
  if (text === '') return {};
  if (text.startsWith('{')) return JSON.parse(text) as Attributes;
  const out: Attributes = {};
  for (const field of text.split(FIELD)) {
    const rest = field.slice(1);
    switch (field.charAt(0)) {
      case 'b':
        out.b = rest.split(VALUE);
        break;
      case 'c':
        out.c = rest.split(VALUE);
        break;
      case 'n':
        out.n = rest.split(VALUE);
        break;
      case 'a':
        out.a = rest.split(VALUE);
        break;
      case 'g':
        out.g = rest;
        break;
      default:
        out.i = rest.split(VALUE).map((parts) => {
          const [type = '', value = '', country = ''] = parts.split(PART);
          return [type, value, country];
        });
    }
  }
  return out;
}
