import assert from 'node:assert/strict';
import { ERROR_CODES, type ErrorCode } from '../../contract/errors.ts';
import type { ServiceOnTestDatabase } from '../lib/service-on-test-database.ts';

interface ErrorBody {
  success: false;
  error: { code: ErrorCode; message: string; details?: { issues?: { path: string; code: string; message: string }[] } };
  meta: { requestId: string; timestamp: string };
}

/** An answer is a refusal of the contract: the envelope, the code with its status, a sentence, a request id. */
export function assertRefused(answer: { status: number; body: string }, code: ErrorCode, what: string): ErrorBody {
  const shown = `${what}: ${answer.status} ${answer.body.slice(0, 500)}`;
  assert.equal(answer.status, ERROR_CODES[code], shown);
  const body = JSON.parse(answer.body) as ErrorBody;
  assert.deepEqual(Object.keys(body).toSorted(), ['error', 'meta', 'success'], shown);
  assert.equal(body.success, false, shown);
  assert.equal(body.error.code, code, shown);
  assert.match(body.error.message, /^\p{Lu}.{14,}/su, shown);
  assert.match(body.meta.requestId, /^req_[0-9a-z]{26}$/, shown);
  return body;
}

/** The places that a VALIDATION_ERROR names, each once, sorted. */
export const placesOf = (body: ErrorBody): string[] =>
  [...new Set((body.error.details?.issues ?? []).map((issue) => issue.path))].toSorted();

/** Afterwards the service serves as before, and nothing of what went on was a failure of its own. */
export async function assertUnharmed(target: ServiceOnTestDatabase): Promise<void> {
  const { service, keys } = target;
  const response = await fetch(`${service.production}/applicants`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.live}`, 'content-type': 'application/json' },
    body: JSON.stringify({ firstName: 'Still', lastName: 'Here' }),
  });
  assert.equal(response.status, 201, await response.text());
  assert.equal((await fetch(`${service.admin}/readyz`)).status, 200);
  for (const line of service
    .stdout()
    .split('\n')
    .filter((text) => text.startsWith('{'))) {
    const entry = JSON.parse(line) as { level: number; status?: number; msg?: string };
    assert.ok(entry.level < 50, line);
    assert.ok((entry.status ?? 0) < 500, line);
  }
  assert.equal(service.stderr(), '');
}
