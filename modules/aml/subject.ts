import type { Static } from 'typebox';
import type { Screening, Subject as SubjectSchema } from '../../contract/aml.ts';
import { isInFuture } from '../../contract/common.ts';
import type { Issue } from '../../contract/errors.ts';
import type { NameQuery } from '../../engines/names/index.ts';
import type { Person } from '../applicants/index.ts';
import { digest } from './material.ts';

/** Whom to screen, as sent. */
export type Subject = Static<typeof SubjectSchema>;
export type SubjectNormalized = NonNullable<Static<typeof Screening>['subjectNormalized']>;

/** Whether there is anything in a name that could be compared: a search for nothing must not find nobody. */
export const isComparable = (name: string): boolean => /[\p{L}\p{N}]/u.test(name);

/** Fields as sent, before anything is known of their form; empty where it is no object. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const NAME_PARTS = ['firstName', 'middleName', 'lastName'] as const;

/**
 * A subject has a name: whole, or first and last, with at least one letter or digit; and was not born tomorrow.
 * @param subject of any form: what is wrong with that is the schema's to say
 */
export function subjectIssues(subject: unknown, path: string, now: Date): Issue[] {
  if (typeof subject !== 'object' || subject === null || Array.isArray(subject)) return [];
  const fields = fieldsOf(subject);
  return [...subjectNameIssues(fields, path), ...birthIssues(fields, path, now)];
}

/** A birth date that nobody can have contradicts every list, and would hide a match. */
function birthIssues({ dateOfBirth }: Readonly<Record<string, unknown>>, path: string, now: Date): Issue[] {
  if (typeof dateOfBirth !== 'string' || !isInFuture(dateOfBirth, now)) return [];
  return [{ path: `${path}/dateOfBirth`, code: 'INVALID_VALUE', message: 'must not be in the future' }];
}

function subjectNameIssues(fields: Readonly<Record<string, unknown>>, path: string): Issue[] {
  const issues = nameIssues(fields, path);
  if (issues.length > 0) return issues;
  const [place, names] =
    fields['name'] === undefined
      ? (['lastName', NAME_PARTS.map((part) => fields[part] ?? '')] as const)
      : (['name', [fields['name']]] as const);
  if (names.some((name) => typeof name !== 'string' || isComparable(clean(name)))) return [];
  return [{ path: `${path}/${place}`, code: 'INVALID_FORMAT', message: 'must have at least one letter or digit' }];
}

function nameIssues(subject: Readonly<Record<string, unknown>>, path: string): Issue[] {
  const parts = NAME_PARTS.filter((name) => subject[name] !== undefined);
  if (subject['name'] !== undefined) {
    return parts.map((part) => ({
      path: `${path}/${part}`,
      code: 'MUTUALLY_EXCLUSIVE',
      message: 'must be left out where name is given',
    }));
  }
  if (parts.length === 0) {
    return [{ path: `${path}/name`, code: 'REQUIRED', message: 'is required, or firstName and lastName' }];
  }
  return (['firstName', 'lastName'] as const)
    .filter((part) => subject[part] === undefined)
    .map((part) => ({ path: `${path}/${part}`, code: 'REQUIRED', message: 'is required where name is not given' }));
}

/** The subject that an applicant is. */
export function subjectOfPerson(person: Person): Subject {
  const { address } = person;
  const line = address
    ? [address.line1, address.line2, address.postalCode, address.city, address.region, address.country]
        .filter((part) => part)
        .join(', ')
        .slice(0, 500)
    : '';
  return {
    type: 'PERSON',
    firstName: person.firstName,
    ...(person.middleName === null ? {} : { middleName: person.middleName }),
    lastName: person.lastName,
    ...(person.dateOfBirth === null ? {} : { dateOfBirth: person.dateOfBirth }),
    ...(person.country === null ? {} : { country: person.country }),
    ...(person.nationality === null ? {} : { nationality: person.nationality }),
    ...(line === '' ? {} : { address: line }),
  };
}

/** Compatibility forms made one (NFKC), spaces single. */
const clean = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim();

const compact = (value: string): string =>
  clean(value)
    .toUpperCase()
    .replaceAll(/[\s\p{P}]/gu, '');

/** The subject in the form that is compared: one name, each alias once, identifiers without punctuation. */
export function normalizeSubject(subject: Subject): SubjectNormalized {
  const name = clean(
    subject.name ??
      [subject.firstName, subject.middleName, subject.lastName].filter((part) => part !== undefined).join(' '),
  );
  const aliases = [...new Set((subject.aliases ?? []).map(clean))].filter((alias) => alias !== '' && alias !== name);
  return {
    type: subject.type,
    name,
    aliases,
    dateOfBirth: subject.dateOfBirth ?? null,
    country: subject.country ?? null,
    nationality: subject.nationality ?? null,
    identifiers: (subject.identifiers ?? []).map(({ type, value, country }) => ({
      type: clean(type).toUpperCase().replaceAll(' ', '_'),
      value: compact(value),
      country: country ?? null,
    })),
    address: subject.address === undefined ? null : clean(subject.address),
  };
}

/** Names that one query of the engine takes. */
const NAMES_A_QUERY = 6;

/** What the name engine is asked; more names than one query takes make several queries. */
export function nameQueries(subject: Subject, normalized: SubjectNormalized): NameQuery[] {
  const attributes = {
    schema: normalized.type,
    ...(normalized.dateOfBirth === null ? {} : { birthDate: normalized.dateOfBirth }),
    ...(normalized.country === null ? {} : { country: normalized.country }),
    ...(normalized.nationality === null ? {} : { nationality: normalized.nationality }),
    ...(normalized.address === null ? {} : { address: normalized.address }),
    identifiers: normalized.identifiers.map(({ type, value, country }) => ({
      type,
      value,
      ...(country === null ? {} : { country }),
    })),
  };
  const { firstName, middleName, lastName } = subject;
  const main: NameQuery =
    subject.name === undefined && firstName !== undefined && lastName !== undefined
      ? {
          ...attributes,
          firstName: clean(firstName),
          ...(middleName === undefined ? {} : { middleName: clean(middleName) }),
          lastName: clean(lastName),
        }
      : { ...attributes, name: normalized.name };
  const { aliases } = normalized;
  const queries: NameQuery[] = [{ ...main, aliases: aliases.slice(0, NAMES_A_QUERY - 1) }];
  for (let at = NAMES_A_QUERY - 1; at < aliases.length; at += NAMES_A_QUERY) {
    const [name = '', ...others] = aliases.slice(at, at + NAMES_A_QUERY);
    queries.push({ ...attributes, name, aliases: others });
  }
  return queries;
}

/** What a decision about this subject rests on; when it changes, an earlier decision no longer holds. */
export function subjectMaterial({ type, name, aliases, dateOfBirth, identifiers }: SubjectNormalized): string {
  return digest({ type, names: [name, ...aliases.toSorted()], dateOfBirth, identifiers });
}
