import Type from 'typebox';
import {
  anyId,
  callbackUrl,
  DateTime,
  id,
  listQuery,
  Metadata,
  nullable,
  oneOf,
  organizationId,
  strict,
  Url,
} from './common.ts';
import { operation } from './operation.ts';

export const MEDIA_TYPES = ['IMAGE', 'VIDEO', 'AUDIO', 'DOCUMENT'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

export const DEEPFAKE_STATUSES = ['QUEUED', 'PROCESSING', 'COMPLETED', 'FAILED'] as const;
export type DeepfakeStatus = (typeof DEEPFAKE_STATUSES)[number];

export const MANIPULATION_TYPES = [
  'FACE_SWAP',
  'FACE_REENACTMENT',
  'FULLY_SYNTHETIC',
  'VOICE_CLONE',
  'SPLICE',
  'DOCUMENT_EDIT',
  'AI_DISCLOSED',
] as const;
export type ManipulationType = (typeof MANIPULATION_TYPES)[number];

export const RECOMMENDATIONS = ['ACCEPT', 'REVIEW', 'REJECT'] as const;
export type Recommendation = (typeof RECOMMENDATIONS)[number];

export const ARTEFACT_KINDS = ['HEAT_MAP', 'SPECTRUM', 'TIMELINE'] as const;
export type ArtefactKind = (typeof ARTEFACT_KINDS)[number];

const MIB = 1_048_576;
/** Largest file of each media type, in bytes. */
export const MEDIA_LIMITS: Readonly<Record<MediaType, number>> = {
  IMAGE: 25 * MIB,
  VIDEO: 500 * MIB,
  AUDIO: 100 * MIB,
  DOCUMENT: 50 * MIB,
};
/** Largest image, width times height. */
export const MAX_PIXELS = 100_000_000;
/** Largest file in the base64 of a JSON request, decoded. */
export const MAX_INLINE_BYTES = 20 * MIB;

export const Detector = strict({
  name: Type.String(),
  version: Type.String(),
  score: Type.Number({ minimum: 0, maximum: 1, description: 'Towards 1: manipulated or synthetic' }),
  logLikelihoodRatio: Type.Number({ description: 'Natural logarithm; above 0 speaks for manipulation' }),
  counted: Type.Optional(
    Type.Number({
      description:
        'What of the ratio counted towards the answer, after the caps; 0 for a detector that is experimental or could not see enough. Adds up to the ratio of `fusion`. Absent in older records',
    }),
  ),
  verdict: oneOf(['MANIPULATED', 'AUTHENTIC', 'INCONCLUSIVE'], {
    description: 'INCONCLUSIVE where it tells neither, or counts nothing',
  }),
  evidence: Type.Array(strict({ code: Type.String(), detail: Type.String() })),
});

export const Artefact = strict({
  fileId: id('file'),
  kind: oneOf(ARTEFACT_KINDS),
  mediaType: Type.String(),
  size: Type.Integer({ minimum: 1 }),
  createdAt: DateTime,
});

export const DeepfakeJob = strict({
  jobId: id('job'),
  id: id('job'),
  mediaType: oneOf(MEDIA_TYPES),
  status: oneOf(DEEPFAKE_STATUSES),
  progress: Type.Integer({ minimum: 0, maximum: 100 }),
  isDeepfake: nullable(Type.Boolean({ description: 'null until COMPLETED, and where inconclusive' })),
  confidence: nullable(Type.Integer({ minimum: 0, maximum: 100 })),
  manipulationType: nullable(oneOf(MANIPULATION_TYPES)),
  recommendation: nullable(oneOf(RECOMMENDATIONS)),
  detectors: Type.Array(Detector),
  artefacts: Type.Array(Artefact),
  errorCode: nullable(Type.String()),
  errorMessage: nullable(Type.String()),
  fileName: Type.String(),
  size: nullable(Type.Integer({ minimum: 1, description: 'null for media given by address' })),
  callbackUrl: nullable(Type.String()),
  metadata: Type.Record(Type.String(), Type.String()),
  createdAt: DateTime,
  updatedAt: DateTime,
  completedAt: nullable(DateTime),
});

const as = Type.Optional(oneOf(['DOCUMENT'], { description: 'Examine an image as a document' }));

export const createDeepfakeJob = operation({
  operationId: 'createDeepfakeJob',
  tag: 'Deepfake Detection',
  method: 'POST',
  path: '/deepfake/jobs',
  summary: 'Have an image, video, recording or document examined',
  description:
    'Send the file as multipart/form-data (field `file`; metadata as JSON text), or JSON with exactly one of `url` (HTTPS) and `content` (base64, up to 20 MiB decoded, with `fileName`). ' +
    'The media type is found from the bytes: JPEG, PNG, WebP, HEIC, AVIF, TIFF to 25 MiB and 100 megapixels; MP4, MOV, WebM to 500 MiB; WAV, MP3, M4A, OGG, FLAC to 100 MiB; PDF to 50 MiB. ' +
    'Credits are held until the job is COMPLETED, and given back where it fails. In the sandbox the file name decides, and nothing is fetched: the type of a `url` is told from the ending of its path.',
  scope: 'deepfake:write',
  body: strict({
    url: Type.Optional(Url),
    fileName: Type.Optional(Type.String({ minLength: 1, maxLength: 255, format: 'plain-text' })),
    content: Type.Optional(Type.String({ minLength: 1, contentEncoding: 'base64', description: 'The file in base64' })),
    as,
    callbackUrl,
    metadata: Type.Optional(Metadata),
    organizationId,
  }),
  multipart: {
    maxBytes: MEDIA_LIMITS.VIDEO,
    fields: strict({
      as,
      callbackUrl,
      metadata: Type.Optional(Type.String({ maxLength: 60_000, description: 'A JSON object' })),
      organizationId,
    }),
  },
  bodyLimit: Math.ceil(MAX_INLINE_BYTES / 3) * 4 + 65_536,
  status: 202,
  data: DeepfakeJob,
  errors: [
    'INSUFFICIENT_CREDITS',
    'PAYLOAD_TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
    'UNPROCESSABLE_MEDIA',
    'WEBHOOK_URL_NOT_HTTPS',
    'WEBHOOK_URL_NOT_ALLOWED',
    'SERVICE_UNAVAILABLE',
  ],
  examples: { request: { url: 'https://media.example.com/interview.mp4', metadata: { case: '4711' } } },
});

export const listDeepfakeJobs = operation({
  operationId: 'listDeepfakeJobs',
  tag: 'Deepfake Detection',
  method: 'GET',
  path: '/deepfake/jobs',
  summary: 'List deepfake jobs',
  scope: 'deepfake:read',
  query: listQuery(DEEPFAKE_STATUSES, ['createdAt'], {
    mediaType: Type.Optional(oneOf(MEDIA_TYPES)),
    recommendation: Type.Optional(oneOf(RECOMMENDATIONS)),
  }),
  status: 200,
  list: true,
  data: DeepfakeJob,
  errors: ['INVALID_CURSOR'],
});

const params = strict({ jobId: anyId() });

export const getDeepfakeJob = operation({
  operationId: 'getDeepfakeJob',
  tag: 'Deepfake Detection',
  method: 'GET',
  path: '/deepfake/jobs/:jobId',
  summary: 'Read a deepfake job and its result',
  scope: 'deepfake:read',
  params,
  query: strict({ organizationId }),
  status: 200,
  data: DeepfakeJob,
  errors: ['NOT_FOUND'],
});

export const getDeepfakeArtefact = operation({
  operationId: 'getDeepfakeArtefact',
  tag: 'Deepfake Detection',
  method: 'GET',
  path: '/deepfake/jobs/:jobId/artefacts/:fileId',
  summary: 'Read the bytes of an artefact: heat map, spectrum or timeline',
  scope: 'deepfake:read',
  params: strict({ jobId: anyId(), fileId: anyId() }),
  query: strict({ organizationId }),
  status: 200,
  data: Type.String({ format: 'binary' }),
  binary: true,
  errors: ['NOT_FOUND'],
});

export const deleteDeepfakeJob = operation({
  operationId: 'deleteDeepfakeJob',
  tag: 'Deepfake Detection',
  method: 'DELETE',
  path: '/deepfake/jobs/:jobId',
  summary: 'Delete a job with its result and media',
  description: 'In any status; credits that are still held are given back, and nothing more is told of the job.',
  scope: 'deepfake:write',
  params,
  query: strict({ organizationId }),
  status: 200,
  data: strict({ jobId: id('job'), deleted: Type.Literal(true) }),
  errors: ['NOT_FOUND'],
});

export const deepfakeOperations = [
  createDeepfakeJob,
  listDeepfakeJobs,
  getDeepfakeJob,
  getDeepfakeArtefact,
  deleteDeepfakeJob,
];
