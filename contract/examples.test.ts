import assert from 'node:assert/strict';
import { readFile, glob } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { EXAMPLE_EVENTS } from '../modules/webhooks/index.ts';
import { SCOPES } from './enums.ts';
import { ERROR_CODES, type ErrorCode } from './errors.ts';
import { EVENT_PAYLOADS, EVENT_TYPES, eventBody } from './events.ts';
import { OPERATIONS } from './index.ts';
import type { Operation } from './operation.ts';
import { envelopeOf, errorsOf, exampleEnvelope, isWrite, openApiDocument } from './openapi.ts';

/** Every endpoint that the API specification (section 4) and the contract (sections 3 to 10) name. */
const ENDPOINTS = `
GET /auth/me
POST /auth/keys
GET /auth/keys
GET /auth/keys/:id
POST /auth/keys/:id/rotate
DELETE /auth/keys/:id
POST /applicants
GET /applicants
GET /applicants/:id
PATCH /applicants/:id
DELETE /applicants/:id
POST /verifications
GET /verifications
GET /verifications/:id
POST /verifications/:id/files
POST /verifications/:id/submit
POST /verifications/:id/cancel
POST /verifications/:id/review
GET /verifications/:id/files/:fileId
POST /aml/screenings
GET /aml/screenings
GET /aml/screenings/:id
POST /aml/screenings/:id/matches/:matchId/resolution
POST /aml/batch
POST /aml/monitors
GET /aml/monitors
DELETE /aml/monitors/:id
GET /aml/datasets
POST /kyt/checks
GET /kyt/checks
GET /kyt/checks/:id
GET /kyt/checks/:id/graph
POST /kyt/monitors
GET /kyt/monitors
DELETE /kyt/monitors/:id
POST /deepfake/jobs
GET /deepfake/jobs
GET /deepfake/jobs/:id
GET /deepfake/jobs/:id/artefacts/:fileId
DELETE /deepfake/jobs/:id
POST /webhooks
GET /webhooks
GET /webhooks/:id
PATCH /webhooks/:id
DELETE /webhooks/:id
POST /webhooks/:id/test
POST /webhooks/:id/secret/rotate
POST /webhooks/:id/secret/promote
POST /webhooks/:id/recover
GET /webhooks/:id/deliveries
POST /webhooks/:id/deliveries/:deliveryId/redeliver
GET /webhooks/source-addresses
GET /credits/balance
GET /credits/transactions
GET /credits/prices
`
  .trim()
  .split('\n');

/** Section 2 of the contract: each code and its status. */
const CODES: Readonly<Record<number, string>> = {
  400: 'INVALID_JSON VALIDATION_ERROR INVALID_CURSOR WEBHOOK_URL_NOT_HTTPS WEBHOOK_URL_NOT_ALLOWED',
  401: 'UNAUTHORIZED',
  402: 'INSUFFICIENT_CREDITS',
  403: 'ENVIRONMENT_MISMATCH INSUFFICIENT_SCOPE ORGANIZATION_MISMATCH',
  404: 'NOT_FOUND UNSUPPORTED_VERSION',
  405: 'METHOD_NOT_ALLOWED',
  409: 'INVALID_STATE CONFLICT IDEMPOTENCY_IN_PROGRESS',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'IDEMPOTENCY_KEY_REUSED UNPROCESSABLE_MEDIA',
  429: 'RATE_LIMIT_EXCEEDED',
  500: 'INTERNAL_ERROR',
  503: 'WATCHLISTS_UNAVAILABLE CHAIN_DATA_UNAVAILABLE SERVICE_UNAVAILABLE',
};

/** Section 6.4 of the specification: the payload fields of each event, those merely observed included. */
const PAYLOADS: Readonly<Record<string, string>> = {
  'verification.created': 'verificationId applicantId profileType',
  'verification.pending_upload': 'verificationId uploadUrl expiresAt',
  'verification.completed': 'verificationId status result applicantId checks',
  'verification.approved': 'verificationId result checks',
  'verification.rejected': 'verificationId result failureReasons',
  'verification.manual_review': 'verificationId reviewReason',
  'aml.screening_completed': 'screeningId matchCount riskLevel',
  'aml.match_found': 'screeningId matches riskLevel applicantId matchCount categories',
  'aml.monitoring_alert': 'monitoringId newMatches',
  'aml.sanctions_alert': 'screeningId sanctionsList',
  'deepfake.scan_completed': 'jobId mediaType isDeepfake',
  'deepfake.deepfake_detected': 'jobId confidence manipulationType mediaType isDeepfake recommendation',
  'deepfake.job_failed': 'jobId errorCode errorMessage',
  'kyt.check_completed': 'checkId address riskScore',
  'kyt.high_risk_detected': 'checkId riskScore topRisks address blockchain riskLevel',
  'kyt.sanctions_match': 'checkId address sanctionsList',
  'kyt.monitoring_alert': 'monitoringId oldRiskScore newRiskScore',
  'credits.low_balance': 'currentBalance threshold organizationId message',
  'credits.depleted': 'organizationId',
};

const answerOf = (operation: Operation): unknown =>
  operation.examples?.response && exampleEnvelope(operation, operation.examples.response);

const anonymous = (path: string): string => path.replaceAll(/:\w+/g, ':');

function assertFits(schema: TSchema | Record<string, unknown>, value: unknown, what: string): void {
  const check = Compile(schema as TSchema);
  const [first] = check.Check(value) ? [] : check.Errors(value);
  assert.equal(first, undefined, `${what}: ${first?.instancePath} ${first?.message}`);
}

describe('operations', () => {
  test('every endpoint of both documents exists', () => {
    const exists = new Set(OPERATIONS.map(({ method, path }) => `${method} ${anonymous(path)}`));
    assert.deepEqual(
      ENDPOINTS.filter((endpoint) => !exists.has(anonymous(endpoint))),
      [],
    );
  });

  test('no two share an identifier or an address, and each says what it needs and does', () => {
    assert.equal(new Set(OPERATIONS.map(({ operationId }) => operationId)).size, OPERATIONS.length);
    assert.equal(new Set(OPERATIONS.map(({ method, path }) => `${method} ${anonymous(path)}`)).size, OPERATIONS.length);
    for (const { operationId, path, params, scope, summary, method } of OPERATIONS) {
      const named = [...path.matchAll(/:(\w+)/g)].map((match) => String(match[1]));
      assert.deepEqual(Object.keys(params?.properties ?? {}).toSorted(), named.toSorted(), operationId);
      assert.ok(summary.length > 5, operationId);
      if (scope === null) continue;
      assert.ok(SCOPES.includes(scope), operationId);
      if (method === 'GET') assert.match(scope, /:read$/, operationId);
    }
  });

  for (const operation of OPERATIONS) {
    const { operationId, body, multipart, examples } = operation;
    test(`${operationId}: its examples fit its schemas`, () => {
      const { required = [] }: { required?: readonly string[] } = body ?? {};
      if (required.length > 0) assert.ok(examples?.request, 'what a request must hold is shown by an example');
      if (examples?.request) {
        assert.ok(body, 'a request with an example has a body');
        assertFits(body, examples.request, 'request');
      }
      const answer = answerOf(operation);
      if (answer) assertFits(envelopeOf(operation), answer, 'response');
      if (multipart) assert.ok(multipart.maxBytes > 0);
    });
  }

  test('what the document shows are these examples', () => {
    const document = openApiDocument() as { paths: Record<string, Record<string, unknown>> };
    const shown = JSON.stringify(document.paths);
    const examples = OPERATIONS.flatMap((operation) => [operation.examples?.request, answerOf(operation)]).filter(
      Boolean,
    );
    assert.ok(examples.length > 20);
    for (const example of examples) assert.ok(shown.includes(JSON.stringify(example)), JSON.stringify(example));
    const described = Object.values(document.paths).flatMap((methods) => Object.keys(methods));
    assert.equal(described.length, OPERATIONS.length);
  });
});

describe('errors', () => {
  test('every code of the contract has its status, and there is no other', () => {
    const expected = Object.entries(CODES).flatMap(([status, codes]) =>
      codes.split(' ').map((code) => [code, Number(status)]),
    );
    assert.deepEqual(Object.fromEntries(expected), ERROR_CODES);
  });

  test('every code is told of by an operation, except those that no operation answers, and is used', async () => {
    const told = new Set(OPERATIONS.flatMap((operation) => [...errorsOf(operation).values()].flat()));
    const ofNoOperation = new Set<ErrorCode>(['UNSUPPORTED_VERSION', 'METHOD_NOT_ALLOWED']);
    const codes = Object.keys(ERROR_CODES) as ErrorCode[];
    assert.deepEqual(
      codes.filter((code) => !told.has(code) && !ofNoOperation.has(code)),
      [],
    );
    let source = '';
    for await (const path of glob('{platform,modules}/**/*.ts', { cwd: join(import.meta.dirname, '..') })) {
      if (!path.endsWith('.test.ts')) source += await readFile(join(import.meta.dirname, '..', path), 'utf8');
    }
    assert.deepEqual(
      codes.filter((code) => !source.includes(`'${code}'`)),
      [],
    );
  });

  test('each status of an operation holds only codes with that status', () => {
    for (const operation of OPERATIONS) {
      for (const [status, codes] of errorsOf(operation)) {
        for (const code of codes) assert.equal(ERROR_CODES[code], status, operation.operationId);
      }
      assert.equal(errorsOf(operation).has(422), isWrite(operation), operation.operationId);
    }
  });
});

describe('events', () => {
  test('there are the events of the specification, with the fields that it names', () => {
    assert.deepEqual(EVENT_TYPES.toSorted(), Object.keys(PAYLOADS).toSorted());
    for (const type of EVENT_TYPES) {
      const { required } = EVENT_PAYLOADS[type] as { required?: readonly string[] };
      for (const field of (PAYLOADS[type] ?? '').split(' ')) assert.ok(required?.includes(field), `${type} ${field}`);
    }
  });

  for (const type of EVENT_TYPES) {
    test(`${type}: its example fits its schema, and nothing else does`, () => {
      const data = EXAMPLE_EVENTS[type] as Record<string, unknown>;
      const body = { event: type, timestamp: '2026-01-31T12:00:00.000Z', data };
      assertFits(eventBody(type), body, type);
      const check = Compile(eventBody(type));
      assert.equal(check.Check({ ...body, data: { ...data, more: 1 } }), false);
      assert.equal(check.Check({ ...body, event: 'other' }), false);
      for (const field of Object.keys(data)) {
        const { [field]: _left, ...rest } = data;
        assert.equal(check.Check({ ...body, data: rest }), false, `without ${field}`);
      }
    });
  }
});
