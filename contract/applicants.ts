import Type from 'typebox';
import {
  anyId,
  CalendarDate,
  Country,
  DateTime,
  id,
  listQuery,
  Metadata,
  nullable,
  oneOf,
  organizationId,
  PersonName,
  ShortText,
  strict,
} from './common.ts';
import { operation } from './operation.ts';

export const APPLICANT_STATUSES = ['ACTIVE', 'BLOCKED', 'ERASED'] as const;

const Address = strict({
  line1: Type.Optional(nullable(ShortText)),
  line2: Type.Optional(nullable(ShortText)),
  city: Type.Optional(nullable(ShortText)),
  region: Type.Optional(nullable(ShortText)),
  postalCode: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 20, format: 'plain-text' }))),
  country: Type.Optional(nullable(Country)),
});

const personal = {
  middleName: Type.Optional(nullable(PersonName)),
  email: Type.Optional(nullable(Type.String({ format: 'email', maxLength: 320 }))),
  phone: Type.Optional(
    nullable(
      Type.String({
        pattern: '^\\+[1-9]\\d{6,14}$',
        description: 'a telephone number in E.164: + and 7 to 15 digits, such as +46701234567',
      }),
    ),
  ),
  dateOfBirth: Type.Optional(nullable(CalendarDate)),
  country: Type.Optional(nullable(Country)),
  nationality: Type.Optional(nullable(Country)),
  address: Type.Optional(nullable(Address)),
  externalId: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 200, format: 'plain-text' }))),
  metadata: Type.Optional(nullable(Metadata)),
};

export const ApplicantInput = strict({ firstName: PersonName, lastName: PersonName, ...personal, organizationId });
export const ApplicantPatch = strict(
  {
    firstName: Type.Optional(PersonName),
    lastName: Type.Optional(PersonName),
    ...personal,
    status: Type.Optional(oneOf(['ACTIVE', 'BLOCKED'])),
    organizationId,
  },
  { minProperties: 1 },
);

const ApplicantAddress = nullable(
  strict({
    line1: nullable(Type.String()),
    line2: nullable(Type.String()),
    city: nullable(Type.String()),
    region: nullable(Type.String()),
    postalCode: nullable(Type.String()),
    country: nullable(Type.String()),
  }),
);

const person = {
  firstName: Type.String(),
  lastName: Type.String(),
  middleName: nullable(Type.String()),
  email: nullable(Type.String()),
  phone: nullable(Type.String()),
  dateOfBirth: nullable(CalendarDate),
  country: nullable(Type.String()),
  nationality: nullable(Type.String()),
  address: ApplicantAddress,
  externalId: nullable(Type.String()),
  metadata: Type.Record(Type.String(), Type.String()),
};

export const Applicant = strict({
  applicantId: id('app'),
  id: id('app'),
  status: oneOf(['ACTIVE', 'BLOCKED']),
  ...person,
  createdAt: DateTime,
  updatedAt: DateTime,
});

/** What is left of an erased applicant: the identifier and when; no personal field. */
export const ErasedApplicant = strict({
  applicantId: id('app'),
  id: id('app'),
  status: oneOf(['ERASED']),
  createdAt: DateTime,
  erasedAt: DateTime,
});

const ApplicantDetail = strict({
  ...Applicant.properties,
  latestVerification: nullable(
    strict({
      verificationId: id('ver'),
      profileType: Type.String(),
      status: Type.String(),
      result: nullable(Type.String()),
      createdAt: DateTime,
      completedAt: nullable(DateTime),
    }),
  ),
  screenings: Type.Array(
    strict({
      screeningId: id('scr'),
      riskLevel: Type.String(),
      matchCount: Type.Integer(),
      screenedAt: DateTime,
    }),
    { description: 'the latest ten, newest first' },
  ),
  risk: strict({
    level: oneOf(['LOW', 'MEDIUM', 'HIGH', 'CRITICAL', 'UNKNOWN']),
    reasons: Type.Array(Type.String()),
  }),
});

const params = strict({ applicantId: anyId() });
const personExample = {
  firstName: 'Amara',
  lastName: 'Okafor-Lind',
  email: 'amara.okafor-lind@example.com',
  dateOfBirth: '1990-04-17',
  country: 'SE',
};

export const createApplicant = operation({
  operationId: 'createApplicant',
  tag: 'Applicants',
  method: 'POST',
  path: '/applicants',
  summary: 'Create an applicant',
  scope: 'applicants:write',
  body: ApplicantInput,
  status: 201,
  data: Applicant,
  errors: ['CONFLICT'],
  examples: { request: personExample },
});

export const listApplicants = operation({
  operationId: 'listApplicants',
  tag: 'Applicants',
  method: 'GET',
  path: '/applicants',
  summary: 'List applicants',
  description: 'Erased applicants are listed under status=ERASED only.',
  scope: 'applicants:read',
  query: listQuery(APPLICANT_STATUSES, ['createdAt'], {
    externalId: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  }),
  status: 200,
  list: true,
  data: Type.Union([Applicant, ErasedApplicant]),
  errors: ['INVALID_CURSOR'],
});

export const getApplicant = operation({
  operationId: 'getApplicant',
  tag: 'Applicants',
  method: 'GET',
  path: '/applicants/:applicantId',
  summary: 'Read an applicant with the latest verification, screenings and risk',
  scope: 'applicants:read',
  params,
  query: strict({ organizationId }),
  status: 200,
  data: Type.Union([ApplicantDetail, ErasedApplicant]),
  errors: ['NOT_FOUND'],
});

export const updateApplicant = operation({
  operationId: 'updateApplicant',
  tag: 'Applicants',
  method: 'PATCH',
  path: '/applicants/:applicantId',
  summary: 'Change an applicant; null clears an optional field',
  scope: 'applicants:write',
  params,
  body: ApplicantPatch,
  status: 200,
  data: Applicant,
  errors: ['NOT_FOUND', 'INVALID_STATE', 'CONFLICT'],
  examples: { request: { country: 'NO' } },
});

export const eraseApplicant = operation({
  operationId: 'eraseApplicant',
  tag: 'Applicants',
  method: 'DELETE',
  path: '/applicants/:applicantId',
  summary: 'Erase personal data, files and biometric templates of an applicant',
  scope: 'applicants:write',
  params,
  query: strict({ organizationId }),
  status: 200,
  data: strict({ applicantId: id('app'), deleted: Type.Literal(true), status: oneOf(['ERASED']), erasedAt: DateTime }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
});

export const applicantOperations = [createApplicant, listApplicants, getApplicant, updateApplicant, eraseApplicant];
