import Type from 'typebox';
import {
  anyId,
  callbackUrl,
  Country,
  DateTime,
  id,
  Metadata,
  nullable,
  oneOf,
  organizationId,
  PartialDate,
  PersonName,
  Reason,
  ShortText,
  strict,
} from './common.ts';

export const SUBJECT_TYPES = ['PERSON', 'ORGANIZATION', 'VESSEL', 'AIRCRAFT'] as const;
export const AML_CHECKS = ['SANCTIONS', 'PEP', 'ADVERSE_MEDIA'] as const;
export const AML_PROFILES = ['BASIC', 'ENHANCED'] as const;
export const CHECK_STATES = ['PERFORMED', 'NOT_PERFORMED'] as const;
export const MATCH_CATEGORIES = [
  'SANCTIONS',
  'PEP',
  'RCA',
  'ADVERSE_MEDIA',
  'WANTED',
  'DEBARMENT',
  'BLOCKLIST',
] as const;
export const RISK_LEVELS = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL', 'UNKNOWN'] as const;
export const MATCH_DECISIONS = ['TRUE_MATCH', 'FALSE_POSITIVE', 'NEEDS_INFORMATION'] as const;
export const MONITOR_STATUSES = ['ACTIVE', 'SUSPENDED', 'ENDED'] as const;
export const BATCH_STATUSES = ['QUEUED', 'PROCESSING', 'COMPLETED', 'FAILED'] as const;
export const BATCH_ITEM_STATUSES = ['PENDING', 'COMPLETED', 'FAILED'] as const;
export const BATCH_LIMIT = 1000;
export const DEFAULT_THRESHOLD = 80;

const text = Type.String();
const texts = Type.Array(text);
const riskLevel = oneOf(RISK_LEVELS);
const count = Type.Integer({ minimum: 0 });
const threshold = Type.Number({ minimum: 0, maximum: 100 });
const longName = Type.String({ minLength: 1, maxLength: 500, format: 'plain-text' });
const check = oneOf(AML_CHECKS);
const checksAsked = Type.Array(check, { minItems: 1, maxItems: 3, uniqueItems: true });
const datasetName = Type.String({ minLength: 1, maxLength: 100, format: 'plain-text' });

const SubjectIdentifier = strict({
  type: Type.String({ minLength: 1, maxLength: 50, format: 'plain-text', description: 'PASSPORT, TAX_ID, IMO, LEI …' }),
  value: ShortText,
  country: Type.Optional(Country),
});

export const Subject = strict(
  {
    type: oneOf(SUBJECT_TYPES),
    name: Type.Optional(longName),
    firstName: Type.Optional(PersonName),
    middleName: Type.Optional(PersonName),
    lastName: Type.Optional(PersonName),
    aliases: Type.Optional(Type.Array(longName, { maxItems: 20 })),
    dateOfBirth: Type.Optional(PartialDate),
    country: Type.Optional(Country),
    nationality: Type.Optional(Country),
    identifiers: Type.Optional(Type.Array(SubjectIdentifier, { maxItems: 20 })),
    address: Type.Optional(Type.String({ minLength: 1, maxLength: 500, format: 'plain-text' })),
  },
  { description: 'Either name, or firstName and lastName' },
);

const SubjectNormalized = strict({
  type: oneOf(SUBJECT_TYPES),
  name: text,
  aliases: texts,
  dateOfBirth: nullable(text),
  country: nullable(text),
  nationality: nullable(text),
  identifiers: Type.Array(strict({ type: text, value: text, country: nullable(text) })),
  address: nullable(text),
});

const profile = Type.Optional(
  oneOf(AML_PROFILES, { description: 'BASIC: SANCTIONS and PEP; ENHANCED: all three. BASIC where checks is left out' }),
);
const whatToCheck = {
  profile,
  checks: Type.Optional(checksAsked),
  threshold: Type.Optional(
    Type.Number({ minimum: 0, maximum: 100, default: DEFAULT_THRESHOLD, description: 'Least score that is a match' }),
  ),
  datasets: Type.Optional(
    Type.Array(datasetName, { minItems: 1, maxItems: 50, uniqueItems: true, description: 'All, where left out' }),
  ),
};
const whom = { applicantId: Type.Optional(anyId()), subject: Type.Optional(Subject) };
const alongside = { callbackUrl, metadata: Type.Optional(Metadata), organizationId };

export const ScreeningInput = strict(
  { ...whom, ...whatToCheck, ...alongside },
  { description: 'Exactly one of applicantId and subject; at most one of profile and checks' },
);
export const MonitorInput = ScreeningInput;
/** A subject, or an applicant's id alone. */
export const BatchItem = strict({
  applicantId: Type.Optional(anyId()),
  ...Subject.properties,
  type: Type.Optional(oneOf(SUBJECT_TYPES)),
});
export const BatchInput = strict({
  subjects: Type.Array(BatchItem, {
    minItems: 1,
    maxItems: BATCH_LIMIT,
    description: 'Subjects, or {applicantId}',
  }),
  ...whatToCheck,
  ...alongside,
});

const Resolution = strict({
  decision: oneOf(MATCH_DECISIONS),
  reason: text,
  resolvedBy: text,
  resolvedAt: DateTime,
});
const ListSource = strict({
  url: nullable(text),
  publisher: nullable(text),
  record: Type.Unknown({
    description:
      "The list's own record, whole. Of an article: its findings, each with its sentence; start and end count UTF-16 units of the title or text, the end excluded",
  }),
});
const Identifier = strict({ type: text, value: text, country: nullable(text) });
const Position = strict({
  title: text,
  country: nullable(text),
  since: nullable(text),
  until: nullable(text),
  inOffice: nullable(Type.Boolean()),
});
const Associate = strict({
  relation: Type.String({
    description: "FAMILY, ASSOCIATE, OWNER …, with the source's own word after a colon where it has one",
  }),
  name: nullable(text),
  entityId: nullable(text),
});
const Explanation = strict({
  feature: text,
  query: nullable(text),
  candidate: nullable(text),
  score: Type.Number({ description: 'How far the two agree, 0 to 1' }),
  weight: Type.Number({ description: 'Points out of 100 that the line counts for' }),
  outcome: oneOf(['AGREES', 'CONTRADICTS', 'MISSING']),
});

export const Match = strict({
  matchId: id('mat', 'The same for the same applicant (or subject) and entity'),
  entityId: text,
  dataset: text,
  caption: text,
  schema: oneOf(SUBJECT_TYPES),
  categories: Type.Array(oneOf(MATCH_CATEGORIES)),
  score: threshold,
  matchedName: text,
  explanation: Type.Array(Explanation),
  programs: texts,
  legalBasis: texts,
  birthDates: texts,
  countries: texts,
  identifiers: Type.Array(Identifier),
  positions: Type.Array(Position),
  associates: Type.Array(Associate, {
    description: 'Relatives, close associates and others that the source names together with it',
  }),
  sources: Type.Array(ListSource),
  listedAt: nullable(text),
  reopened: Type.Boolean({
    description: 'Found to be a false positive before; name, birth date, identifier or programme changed since',
  }),
  resolution: nullable(Resolution),
});

const SuppressedMatch = strict({
  matchId: id('mat'),
  entityId: text,
  dataset: text,
  caption: text,
  categories: Type.Array(oneOf(MATCH_CATEGORIES)),
  score: threshold,
  matchedName: text,
  suppressedBy: strict({
    entryId: id('alw', 'The entry of the allowlist'),
    screeningId: nullable(id('scr', 'Whose match was decided about; null where the entry was made without one')),
    reason: text,
    resolvedAt: DateTime,
  }),
});

const DatasetStamp = strict({
  dataset: text,
  version: Type.Integer({ minimum: 1 }),
  publishedAt: nullable(text),
  fetchedAt: DateTime,
  sha256: text,
  entities: count,
});

const screeningHead = {
  screeningId: id('scr'),
  id: id('scr'),
  applicantId: nullable(id('app')),
  status: oneOf(['COMPLETED']),
  profile: nullable(oneOf(AML_PROFILES)),
  checks: Type.Record(Type.String(), oneOf(CHECK_STATES), { description: 'From check to PERFORMED or NOT_PERFORMED' }),
  threshold,
  matchCount: count,
  riskLevel,
  metadata: Type.Record(Type.String(), Type.String()),
  screenedAt: DateTime,
  createdAt: DateTime,
  erasedAt: nullable(DateTime),
};

export const Screening = strict({
  ...screeningHead,
  subject: nullable(Type.Unsafe<Type.Static<typeof Subject>>(Subject)),
  subjectNormalized: nullable(SubjectNormalized),
  matches: Type.Array(Match, { description: 'Best first; the fifty best at most' }),
  moreMatches: Type.Boolean({ description: 'More were at or above the threshold than are shown' }),
  suppressed: Type.Array(SuppressedMatch, { description: 'Taken out as false positives of earlier screenings' }),
  datasets: Type.Array(DatasetStamp, { description: 'The lists as they stood' }),
  configurationHash: text,
  algorithmVersion: text,
  monitoringId: nullable(id('mon')),
  jobId: nullable(id('job')),
});
export const ScreeningSummary = strict({ ...screeningHead, subject: Screening.properties.subject });

export const Monitor = strict({
  monitoringId: id('mon'),
  id: id('mon'),
  status: oneOf(MONITOR_STATUSES),
  statusReason: nullable(oneOf(['INSUFFICIENT_CREDITS', 'DELETED', 'APPLICANT_ERASED'])),
  applicantId: nullable(id('app')),
  subject: Screening.properties.subject,
  profile: nullable(oneOf(AML_PROFILES)),
  checks: Type.Array(check),
  threshold,
  datasets: nullable(texts),
  screeningId: id('scr', 'The first screening, against whose matches changes are told'),
  lastRunAt: DateTime,
  nextChargeAt: nullable(DateTime),
  suspendedAt: nullable(DateTime),
  endedAt: nullable(DateTime),
  metadata: Type.Record(Type.String(), Type.String()),
  createdAt: DateTime,
});

export const BatchJob = strict({
  jobId: id('job'),
  id: id('job'),
  status: oneOf(BATCH_STATUSES),
  progress: Type.Integer({ minimum: 0, maximum: 100 }),
  total: count,
  completed: count,
  failed: count,
  profile: nullable(oneOf(AML_PROFILES)),
  checks: Type.Array(check),
  threshold,
  errorCode: nullable(text),
  metadata: Type.Record(Type.String(), Type.String()),
  createdAt: DateTime,
  completedAt: nullable(DateTime),
});
export const BatchResult = strict({
  index: Type.Integer({ minimum: 0, description: 'Position in the request, from 0' }),
  status: oneOf(BATCH_ITEM_STATUSES),
  applicantId: nullable(text),
  screeningId: nullable(id('scr')),
  riskLevel: nullable(riskLevel),
  matchCount: nullable(count),
  errorCode: nullable(text),
});
export const BlocklistInput = strict({ subject: Subject, reason: Reason, organizationId });
export const BlocklistEntry = strict({
  entryId: id('ble', 'The entityId of matches with this entry'),
  id: id('ble'),
  type: oneOf(SUBJECT_TYPES),
  name: text,
  aliases: texts,
  birthDates: texts,
  countries: texts,
  nationalities: texts,
  identifiers: Type.Array(Identifier),
  addresses: texts,
  reason: nullable(text),
  addedBy: nullable(text),
  createdAt: DateTime,
});

export const AllowlistInput = strict(
  { ...whom, dataset: datasetName, entityId: ShortText, reason: Reason, organizationId },
  { description: 'Exactly one of applicantId and subject; and the listed entity that it is not' },
);
export const AllowlistEntry = strict({
  entryId: id('alw'),
  id: id('alw'),
  applicantId: nullable(id('app')),
  subject: Screening.properties.subject,
  dataset: text,
  entityId: text,
  matchId: id('mat', 'Of the match that is taken out'),
  screeningId: nullable(id('scr')),
  reason: text,
  addedBy: text,
  createdAt: DateTime,
});

export const Dataset = strict({
  ...DatasetStamp.properties,
  format: text,
  categories: Type.Record(Type.String(), Type.Integer(), { description: 'Entities by category' }),
  checks: Type.Array(check, { description: 'Checks that this list gives data for' }),
  checkedAt: DateTime,
  createdAt: DateTime,
});
