/** One story told through all examples of the AML group: invented people, and a list that is in examples/. */

const at = '2026-11-02T09:30:00.000Z';
const screeningId = 'scr_01jq8zv3k4f6t9c2m5x7w0r1ab';
const monitoringId = 'mon_01jq8zv3k4f6t9c2m5x7w0r1ab';
const jobId = 'job_01jq8zv3k4f6t9c2m5x7w0r1ab';
const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

export const subject = {
  type: 'PERSON',
  firstName: 'Viktor',
  lastName: 'Malenkov',
  dateOfBirth: '1964-03-17',
  nationality: 'RU',
} as const;

const dataset = {
  dataset: 'csv',
  version: 3,
  publishedAt: null,
  fetchedAt: '2026-11-02T03:17:04.000Z',
  sha256,
  entities: 24,
};

export const match = {
  matchId: 'mat_01jq8zv3k4f6t9c2m5x7w0r1ab',
  entityId: 'EX-001',
  dataset: 'csv',
  caption: 'Viktor Malenkov',
  schema: 'PERSON',
  categories: ['SANCTIONS'],
  score: 100,
  matchedName: 'Viktor Malenkov',
  explanation: [
    { feature: 'name.exact', query: 'viktor', candidate: 'viktor', score: 1, weight: 41.2, outcome: 'AGREES' },
    { feature: 'name.exact', query: 'malenkov', candidate: 'malenkov', score: 1, weight: 58.8, outcome: 'AGREES' },
    { feature: 'birthDate', query: '1964-03-17', candidate: '1964-03-17', score: 1, weight: 14, outcome: 'AGREES' },
  ],
  programs: ['EX-RUSSIA'],
  legalBasis: ['Example Regulation 12/2022'],
  birthDates: ['1964-03-17'],
  countries: ['RU'],
  identifiers: [{ type: 'PASSPORT', value: '750012345', country: 'RU' }],
  positions: [{ title: 'Director, Malenkov Shipping', country: 'RU', since: '2009', until: null, inOffice: true }],
  associates: [{ relation: 'FAMILY: sister', name: 'Irina Malenkova', entityId: 'EX-002' }],
  sources: [
    {
      url: 'https://lists.example.org/entries/ex-001',
      publisher: 'Example Sanctions Office',
      record: { id: 'EX-001', schema: 'PERSON', name: 'Viktor Malenkov', categories: 'SANCTIONS' },
    },
  ],
  listedAt: '2022-04-08',
  reopened: false,
  resolution: null,
};

export const resolvedMatch = {
  screeningId,
  ...match,
  resolution: {
    decision: 'FALSE_POSITIVE',
    reason: 'Another birth date and nationality.',
    resolvedBy: 'key_01jq8zv3k4f6t9c2m5x7w0r1ab',
    resolvedAt: at,
  },
};

export const screeningSummary = {
  screeningId,
  id: screeningId,
  applicantId: null,
  status: 'COMPLETED',
  profile: 'BASIC',
  checks: { SANCTIONS: 'PERFORMED', PEP: 'PERFORMED' },
  threshold: 80,
  matchCount: 1,
  riskLevel: 'CRITICAL',
  metadata: {},
  screenedAt: at,
  createdAt: at,
  erasedAt: null,
  subject,
};

export const screening = {
  ...screeningSummary,
  subjectNormalized: {
    type: 'PERSON',
    name: 'Viktor Malenkov',
    aliases: [],
    dateOfBirth: '1964-03-17',
    country: null,
    nationality: 'RU',
    identifiers: [],
    address: null,
  },
  matches: [match],
  moreMatches: false,
  suppressed: [],
  datasets: [dataset],
  configurationHash: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  algorithmVersion: 'names-1.1.0',
  monitoringId: null,
  jobId: null,
};

export const monitor = {
  monitoringId,
  id: monitoringId,
  status: 'ACTIVE',
  statusReason: null,
  applicantId: null,
  subject,
  profile: 'BASIC',
  checks: ['SANCTIONS', 'PEP'],
  threshold: 80,
  datasets: null,
  screeningId,
  lastRunAt: at,
  nextChargeAt: '2026-12-02T09:30:00.000Z',
  suspendedAt: null,
  endedAt: null,
  metadata: {},
  createdAt: at,
};

export const endedMonitor = { monitoringId, deleted: true, status: 'ENDED', endedAt: '2026-11-20T16:00:00.000Z' };

export const queuedBatch = {
  jobId,
  id: jobId,
  status: 'QUEUED',
  progress: 0,
  total: 2,
  completed: 0,
  failed: 0,
  profile: 'BASIC',
  checks: ['SANCTIONS', 'PEP'],
  threshold: 80,
  errorCode: null,
  metadata: {},
  createdAt: at,
  completedAt: null,
};

export const finishedBatch = {
  ...queuedBatch,
  status: 'COMPLETED',
  progress: 100,
  completed: 2,
  completedAt: '2026-11-02T09:30:01.204Z',
};

export const batchResult = {
  index: 0,
  status: 'COMPLETED',
  applicantId: null,
  screeningId,
  riskLevel: 'CRITICAL',
  matchCount: 1,
  errorCode: null,
};

export const blocklistInput = {
  subject: { type: 'ORGANIZATION', name: 'Quickfall Trading OÜ', country: 'EE' },
  reason: 'Charged back forty payments in May.',
} as const;

export const blocklistEntry = {
  entryId: 'ble_01jq8zv3k4f6t9c2m5x7w0r1ab',
  id: 'ble_01jq8zv3k4f6t9c2m5x7w0r1ab',
  type: 'ORGANIZATION',
  name: 'Quickfall Trading OÜ',
  aliases: [],
  birthDates: [],
  countries: ['EE'],
  nationalities: [],
  identifiers: [],
  addresses: [],
  reason: blocklistInput.reason,
  addedBy: 'key_01jq8zv3k4f6t9c2m5x7w0r1ab',
  createdAt: at,
};

export const allowlistInput = {
  subject: { ...subject, dateOfBirth: '1991-08-30' },
  dataset: 'csv',
  entityId: 'EX-001',
  reason: 'Another birth date; seen in the passport.',
} as const;

export const allowlistEntry = {
  entryId: 'alw_01jq8zv3k4f6t9c2m5x7w0r1ab',
  id: 'alw_01jq8zv3k4f6t9c2m5x7w0r1ab',
  applicantId: null,
  subject: allowlistInput.subject,
  dataset: 'csv',
  entityId: 'EX-001',
  matchId: 'mat_01jq8zv3k4f6t9c2m5x7w0r1ab',
  screeningId: null,
  reason: allowlistInput.reason,
  addedBy: 'key_01jq8zv3k4f6t9c2m5x7w0r1ab',
  createdAt: at,
};
