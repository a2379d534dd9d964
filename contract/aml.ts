import Type from 'typebox';
import {
  anyId,
  DateTime,
  id,
  listQuery,
  listQueryWithoutStatus,
  oneOf,
  organizationId,
  Reason,
  strict,
} from './common.ts';
import * as example from './aml-examples.ts';
import { ownListOperations } from './aml-own.ts';
import {
  AML_PROFILES,
  BATCH_ITEM_STATUSES,
  BatchInput,
  BatchJob,
  BatchResult,
  Dataset,
  Match,
  MATCH_DECISIONS,
  Monitor,
  MONITOR_STATUSES,
  MonitorInput,
  RISK_LEVELS,
  Screening,
  ScreeningInput,
  ScreeningSummary,
} from './aml-records.ts';
import { operation } from './operation.ts';

export * from './aml-own.ts';
export * from './aml-records.ts';

const riskLevel = oneOf(RISK_LEVELS);
const profile = Type.Optional(oneOf(AML_PROFILES));
const screeningId = strict({ screeningId: anyId() });
const monitoringId = strict({ monitoringId: anyId() });
const jobId = strict({ jobId: anyId() });
const query = strict({ organizationId });

export const createScreening = operation({
  operationId: 'createScreening',
  tag: 'AML',
  method: 'POST',
  path: '/aml/screenings',
  summary: 'Screen an applicant or a subject',
  description:
    'Answered with the finished record. A check without data behind it is a 503 WATCHLISTS_UNAVAILABLE whose ' +
    'details.missing names it; the profiles run with sanctions lists alone. Nothing is taken or recorded then.',
  scope: 'aml:write',
  body: ScreeningInput,
  status: 201,
  data: Screening,
  errors: [
    'INSUFFICIENT_CREDITS',
    'NOT_FOUND',
    'INVALID_STATE',
    'WATCHLISTS_UNAVAILABLE',
    'WEBHOOK_URL_NOT_HTTPS',
    'WEBHOOK_URL_NOT_ALLOWED',
  ],
  examples: { request: { subject: example.subject, profile: 'BASIC' }, response: example.screening },
});

export const listScreenings = operation({
  operationId: 'listScreenings',
  tag: 'AML',
  method: 'GET',
  path: '/aml/screenings',
  summary: 'List screenings, without their matches',
  scope: 'aml:read',
  query: listQuery(['COMPLETED'], ['createdAt'], {
    applicantId: Type.Optional(anyId()),
    riskLevel: Type.Optional(riskLevel),
  }),
  status: 200,
  list: true,
  data: ScreeningSummary,
  examples: { response: example.screeningSummary },
});

export const getScreening = operation({
  operationId: 'getScreening',
  tag: 'AML',
  method: 'GET',
  path: '/aml/screenings/:screeningId',
  summary: 'Read a screening',
  scope: 'aml:read',
  params: screeningId,
  query,
  status: 200,
  data: Screening,
  examples: { response: example.screening },
});

export const resolveMatch = operation({
  operationId: 'resolveMatch',
  tag: 'AML',
  method: 'POST',
  path: '/aml/screenings/:screeningId/matches/:matchId/resolution',
  summary: 'Decide about a match',
  description:
    'A FALSE_POSITIVE is remembered for this applicant (or subject) and entity until name, birth date, identifier or ' +
    'programme of either changes; later screenings report it under suppressed. Another decision ends that. Where the ' +
    'organisation wants two people to agree, the first decision is kept as a proposal: the answer shows the match as it ' +
    'stands, without it, and another key or person decides by saying the same; another decision replaces the proposal.',
  scope: 'aml:write',
  params: strict({ screeningId: anyId(), matchId: anyId() }),
  body: strict({ decision: oneOf(MATCH_DECISIONS), reason: Reason, organizationId }),
  status: 200,
  data: strict({ screeningId: id('scr'), ...Match.properties }),
  errors: ['INVALID_STATE'],
  examples: {
    request: { decision: 'FALSE_POSITIVE', reason: 'Another birth date and nationality.' },
    response: example.resolvedMatch,
  },
});

export const createBatch = operation({
  operationId: 'createScreeningBatch',
  tag: 'AML',
  method: 'POST',
  path: '/aml/batch',
  summary: 'Screen up to 1,000 subjects',
  description:
    'JSON, or application/x-ndjson with one subject (or {applicantId}) a line and the rest in the query. Credits for ' +
    'all are held at once; those of items that fail are given back.',
  scope: 'aml:write',
  query: strict({
    profile,
    threshold: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, description: 'For NDJSON' })),
    organizationId,
  }),
  body: BatchInput,
  ndjson: 'subjects',
  status: 202,
  data: BatchJob,
  errors: ['INSUFFICIENT_CREDITS', 'WATCHLISTS_UNAVAILABLE', 'WEBHOOK_URL_NOT_HTTPS', 'WEBHOOK_URL_NOT_ALLOWED'],
  examples: {
    request: { subjects: [example.subject, { type: 'ORGANIZATION', name: 'Malenkov Shipping LLC' }] },
    response: example.queuedBatch,
  },
});

export const getBatch = operation({
  operationId: 'getScreeningBatch',
  tag: 'AML',
  method: 'GET',
  path: '/aml/batch/:jobId',
  summary: 'Read the progress of a batch',
  scope: 'aml:read',
  params: jobId,
  query,
  status: 200,
  data: BatchJob,
  examples: { response: example.finishedBatch },
});

const resultQuery = listQuery(BATCH_ITEM_STATUSES, ['createdAt']);
export const listBatchResults = operation({
  operationId: 'listScreeningBatchResults',
  tag: 'AML',
  method: 'GET',
  path: '/aml/batch/:jobId/results',
  summary: 'List the results of a batch, in the order of the request',
  scope: 'aml:read',
  params: jobId,
  query: strict({
    ...resultQuery.properties,
    order: Type.Optional(oneOf(['asc', 'desc'], { default: 'asc' })),
  }),
  status: 200,
  list: true,
  data: BatchResult,
  examples: { response: example.batchResult },
});

export const createMonitor = operation({
  operationId: 'createMonitor',
  tag: 'AML',
  method: 'POST',
  path: '/aml/monitors',
  summary: 'Watch an applicant or a subject: screened now, and told when a list update adds or changes a match',
  scope: 'aml:write',
  body: MonitorInput,
  status: 201,
  data: Monitor,
  errors: [
    'INSUFFICIENT_CREDITS',
    'NOT_FOUND',
    'INVALID_STATE',
    'WATCHLISTS_UNAVAILABLE',
    'WEBHOOK_URL_NOT_HTTPS',
    'WEBHOOK_URL_NOT_ALLOWED',
  ],
  examples: { request: { subject: example.subject, profile: 'BASIC' }, response: example.monitor },
});

export const listMonitors = operation({
  operationId: 'listMonitors',
  tag: 'AML',
  method: 'GET',
  path: '/aml/monitors',
  summary: 'List monitors',
  scope: 'aml:read',
  query: listQuery(MONITOR_STATUSES, ['createdAt'], { applicantId: Type.Optional(anyId()) }),
  status: 200,
  list: true,
  data: Monitor,
  examples: { response: example.monitor },
});

export const getMonitor = operation({
  operationId: 'getMonitor',
  tag: 'AML',
  method: 'GET',
  path: '/aml/monitors/:monitoringId',
  summary: 'Read a monitor',
  scope: 'aml:read',
  params: monitoringId,
  query,
  status: 200,
  data: Monitor,
  examples: { response: example.monitor },
});

export const deleteMonitor = operation({
  operationId: 'deleteMonitor',
  tag: 'AML',
  method: 'DELETE',
  path: '/aml/monitors/:monitoringId',
  summary: 'End a monitor; no more is charged',
  scope: 'aml:write',
  params: monitoringId,
  query,
  status: 200,
  data: strict({ monitoringId: id('mon'), deleted: Type.Literal(true), status: oneOf(['ENDED']), endedAt: DateTime }),
  examples: { response: example.endedMonitor },
});

export const listDatasets = operation({
  operationId: 'listDatasets',
  tag: 'AML',
  method: 'GET',
  path: '/aml/datasets',
  summary: 'List the watchlists that serve screenings',
  scope: 'aml:read',
  query: listQueryWithoutStatus(['createdAt']),
  status: 200,
  list: true,
  data: Dataset,
  errors: ['INVALID_CURSOR'],
});

export const amlOperations = [
  createScreening,
  listScreenings,
  getScreening,
  resolveMatch,
  createBatch,
  getBatch,
  listBatchResults,
  createMonitor,
  listMonitors,
  getMonitor,
  deleteMonitor,
  listDatasets,
  ...ownListOperations,
];
