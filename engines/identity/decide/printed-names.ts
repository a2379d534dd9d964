import { printedValues } from '../document/extract.ts';
import { letters, spellings } from '../document/print/zone-values.ts';
import type { DocumentField, DocumentReading } from '../document/types.ts';
import type { KnownPerson } from '../findings.ts';
import type { Case } from './rule.ts';

type NameField = Extract<DocumentField, 'firstName' | 'lastName'>;

/** Fewer letters say nothing: initials, a stamp. */
const SHORTEST = 2;

/**
 * Whether a side prints another name under a name's label than the zone has, which no check digit covers. One text may hold
 * the other: zones cut names short, and print has former names and titles beside them. One letter may differ where the
 * applicant's own name is the zone's: then print was misread.
 */
export function printedNameDiffers(given: Case, side: DocumentReading, field: NameField): boolean | null {
  const found = given.document.fields[field];
  const wanted = found?.source === 'MRZ' ? letters(found.value) : '';
  const printed = printedValues([side], field)
    .map(({ value }) => spellings(value).filter((text) => text.length >= SHORTEST))
    .filter((texts) => texts.length > 0);
  if (wanted.length < SHORTEST || printed.length === 0) return null;
  const confirmed = spellings(nameOf(given.person, field)).includes(wanted);
  return !printed.some((texts) =>
    texts.some((text) => text.includes(wanted) || wanted.includes(text) || (confirmed && oneLetterApart(text, wanted))),
  );
}

const nameOf = ({ firstName, middleName, lastName }: KnownPerson, field: NameField): string =>
  field === 'lastName' ? lastName : [firstName, middleName].filter(Boolean).join(' ');

/** One letter replaced, left out or put in. */
function oneLetterApart(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let same = 0;
  while (same < short.length && short[same] === long[same]) same++;
  const rest = short.slice(short.length === long.length ? same + 1 : same);
  return rest === long.slice(same + 1);
}

/** Letters that the reader of zones takes for one another: no check digit covers a name. */
const ALIKE = ['MNHW', 'ODQG', 'VYW', 'ILT'] as const;
const alike = (a: string, b: string): boolean => ALIKE.some((group) => group.includes(a) && group.includes(b));

/**
 * The name of the zone that differs from the applicant's by one letter that is easily misread, and that no print confirms:
 * whose letter is right cannot be told. Null where there is none.
 */
export function doubtfulLetter(given: Case): NameField | null {
  const { document, findings, person } = given;
  const sides = [findings.front, findings.back].filter((side) => side !== null);
  const doubtful = (field: NameField): boolean => {
    const found = document.fields[field];
    const read = found?.source === 'MRZ' ? letters(found.value) : '';
    const confirmed = printedValues(sides, field).some(({ value }) =>
      spellings(value).some((text) => text.includes(read)),
    );
    const known = spellings(nameOf(person, field));
    return read !== '' && !confirmed && !known.includes(read) && known.some((text) => alikeButOne(text, read));
  };
  return (['lastName', 'firstName'] as const).find(doubtful) ?? null;
}

function alikeButOne(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  const places = a.split('').flatMap((letter, at) => (letter === b[at] ? [] : [at]));
  const [only] = places;
  return places.length === 1 && only !== undefined && alike(a[only] as string, b[only] as string);
}
