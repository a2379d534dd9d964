import Type, { type Static } from 'typebox';
import { DateTime, nullable, oneOf, strict } from '../common.ts';
import { Person } from './account.ts';
import { accountOperation } from './operation.ts';

/** Languages of the applicant's page. */
export const CONSENT_LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'ar'] as const;
export type ConsentLanguage = (typeof CONSENT_LANGUAGES)[number];
export const MAX_CONSENT_TEXT = 5_000;

const language = oneOf(CONSENT_LANGUAGES);
const sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });

/** What applicants are asked to agree to, as somebody once wrote it. */
export const ConsentVersion = strict({
  language,
  version: Type.Integer({ minimum: 1 }),
  /** null: the words that come with the service, from then on. */
  text: nullable(Type.String()),
  /** SHA-256 of the text in UTF-8; kept with each consent that was given to it. */
  hash: nullable(sha256),
  inForce: Type.Boolean(),
  author: nullable(Person),
  createdAt: DateTime,
});
export type ConsentVersion = Static<typeof ConsentVersion>;

export const getConsentTexts = accountOperation({
  operationId: 'getConsentTexts',
  method: 'GET',
  path: '/consent-texts',
  summary: 'Read what applicants are asked to agree to, in all versions, the newest of each language first',
  action: 'settings.read',
  data: strict({ versions: Type.Array(ConsentVersion) }),
});

export const setConsentText = accountOperation({
  operationId: 'setConsentText',
  method: 'POST',
  path: '/consent-texts',
  summary: 'Put a text in force for one language; what people agreed to before stays what it was',
  action: 'settings.write',
  body: strict({
    language,
    /** Plain text: a blank line begins a paragraph. null: the words that come with the service. */
    text: nullable(Type.String({ minLength: 1, maxLength: MAX_CONSENT_TEXT, format: 'free-text' })),
    after: Type.Integer({ minimum: 0, description: 'The version that this one follows; 0 where there is none' }),
  }),
  data: ConsentVersion,
  errors: ['CONFLICT'],
});

/** Periods after which things are erased by themselves. */
export const RETENTION_SETTINGS = [
  'retention.verificationMediaDays',
  'retention.applicantDays',
  'retention.screeningDays',
  'retention.deepfakeMediaDays',
  'retention.requestLogDays',
] as const;
export type RetentionSetting = (typeof RETENTION_SETTINGS)[number];

const days = Type.Integer({ minimum: 0, maximum: 100_000 });
export const previewRetention = accountOperation({
  operationId: 'previewRetention',
  method: 'POST',
  path: '/retention/preview',
  summary: 'Read what the given periods would erase at once; changes nothing',
  action: 'settings.write',
  body: strict({
    days: Type.Object(Object.fromEntries(RETENTION_SETTINGS.map((name) => [name, Type.Optional(days)])), {
      additionalProperties: false,
      minProperties: 1,
    }),
  }),
  data: strict({
    erases: Type.Array(
      strict({
        name: oneOf(RETENTION_SETTINGS),
        days,
        /** In both environments together, as things stand now. */
        count: Type.Integer({ minimum: 0 }),
        /** There are more than were counted. */
        more: Type.Boolean(),
        /** Of the oldest of them; null where there is none. */
        oldestAt: nullable(DateTime),
      }),
    ),
  }),
});

export const privacyOperations = [getConsentTexts, setConsentText, previewRetention];
