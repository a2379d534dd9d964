import type { Static } from 'typebox';
import { isInFuture } from '../../contract/common.ts';
import type { Issue } from '../../contract/errors.ts';
import type { Applicant, ApplicantInput, ApplicantPatch, ErasedApplicant } from '../../contract/applicants.ts';

type Input = Static<typeof ApplicantInput>;
type Patch = Static<typeof ApplicantPatch>;

export type ApplicantStatus = 'ACTIVE' | 'BLOCKED' | 'ERASED';

/** The personal part of an applicant; gone once erased. */
export interface Person {
  firstName: string;
  lastName: string;
  middleName: string | null;
  email: string | null;
  phone: string | null;
  dateOfBirth: string | null;
  country: string | null;
  nationality: string | null;
  address: Address | null;
  metadata: Record<string, string>;
}

export interface Address {
  line1: string | null;
  line2: string | null;
  city: string | null;
  region: string | null;
  postalCode: string | null;
  country: string | null;
}

export interface ApplicantRow {
  id: string;
  status: ApplicantStatus;
  externalId: string | null;
  person: Person | null;
  createdAt: Date;
  updatedAt: Date;
  erasedAt: Date | null;
}

/** What the body of an applicant must be beside its form. @param body of any form */
export function applicantRules(body: unknown, now: Date): Issue[] {
  const { dateOfBirth } = (typeof body === 'object' && body !== null ? body : {}) as { dateOfBirth?: unknown };
  return typeof dateOfBirth === 'string' && isInFuture(dateOfBirth, now)
    ? [{ path: '/dateOfBirth', code: 'INVALID_VALUE', message: 'must not be in the future' }]
    : [];
}

/** Names are kept in Unicode Normalization Form C, so that equal names are equal bytes. */
const nfc = (text: string | null | undefined): string | null => text?.normalize('NFC') ?? null;

export function newPerson(input: Input): Person {
  return {
    firstName: input.firstName.normalize('NFC'),
    lastName: input.lastName.normalize('NFC'),
    middleName: nfc(input.middleName),
    email: input.email ?? null,
    phone: input.phone ?? null,
    dateOfBirth: input.dateOfBirth ?? null,
    country: input.country ?? null,
    nationality: input.nationality ?? null,
    address: toAddress(input.address),
    metadata: { ...input.metadata },
  };
}

/** A field that is absent stays; null clears it; metadata and address are replaced whole. */
export function changePerson(person: Person, patch: Patch): Person {
  const keep = <T>(given: T | undefined, old: T): T => (given === undefined ? old : given);
  return {
    firstName: patch.firstName?.normalize('NFC') ?? person.firstName,
    lastName: patch.lastName?.normalize('NFC') ?? person.lastName,
    middleName: patch.middleName === undefined ? person.middleName : nfc(patch.middleName),
    email: keep(patch.email, person.email),
    phone: keep(patch.phone, person.phone),
    dateOfBirth: keep(patch.dateOfBirth, person.dateOfBirth),
    country: keep(patch.country, person.country),
    nationality: keep(patch.nationality, person.nationality),
    address: patch.address === undefined ? person.address : toAddress(patch.address),
    metadata: patch.metadata === undefined ? person.metadata : { ...patch.metadata },
  };
}

const IDENTITY = ['firstName', 'middleName', 'lastName', 'dateOfBirth', 'country', 'nationality'] as const;

/** Whether a change concerns whom others take the applicant for: name, birth date, country or nationality. */
export const identityChanged = (before: Person, after: Person): boolean =>
  IDENTITY.some((field) => before[field] !== after[field]);

function toAddress(input: Input['address']): Address | null {
  if (!input) return null;
  return {
    line1: nfc(input.line1),
    line2: nfc(input.line2),
    city: nfc(input.city),
    region: nfc(input.region),
    postalCode: nfc(input.postalCode),
    country: input.country ?? null,
  };
}

/** The public record: all of it, or, once erased, the identifier and when. */
export function present(row: ApplicantRow): Static<typeof Applicant> | Static<typeof ErasedApplicant> {
  if (row.status === 'ERASED') return presentErased(row);
  return presentActive(row);
}

export function presentErased(row: ApplicantRow): Static<typeof ErasedApplicant> {
  return {
    applicantId: row.id,
    id: row.id,
    status: 'ERASED',
    createdAt: row.createdAt.toISOString(),
    erasedAt: (row.erasedAt ?? row.updatedAt).toISOString(),
  };
}

export function presentActive(row: ApplicantRow): Static<typeof Applicant> {
  const { person, status } = row;
  if (person === null || status === 'ERASED') throw new Error('An erased applicant has no personal record');
  const { metadata, ...fields } = person;
  return {
    applicantId: row.id,
    id: row.id,
    status,
    ...fields,
    externalId: row.externalId,
    metadata,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
