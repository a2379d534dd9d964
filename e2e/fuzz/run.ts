import { Compile, type Validator } from 'typebox/compile';
import { OPERATIONS } from '../../contract/index.ts';
import { envelopeOf, errorEnvelope, errorsOf, isWrite } from '../../contract/openapi.ts';
import type { Operation } from '../../contract/operation.ts';
import { damage, random, type Random, rawBody, validValue } from './generate.ts';

export interface FuzzTarget {
  /** Base address with /api/v3. */
  base: string;
  key: string;
}

export interface Finding {
  operation: string;
  request: string;
  status: number;
  answer: string;
  problem: string;
}

type Check = Validator;

interface Judge {
  operation: Operation;
  success: Check;
  failures: Map<number, Check>;
}

const compile = (schema: object): Check => Compile(schema);

function judges(): Judge[] {
  return OPERATIONS.map((operation) => ({
    operation,
    success: compile(envelopeOf(operation)),
    failures: new Map([...errorsOf(operation)].map(([status, codes]) => [status, compile(errorEnvelope(codes))])),
  }));
}

/**
 * Sends `count` requests made from the contract, right ones and damaged ones, and lists every answer that is a 500
 * or that the contract does not allow.
 */
export async function fuzz(
  targets: readonly FuzzTarget[],
  seed: number,
  count: number,
): Promise<{ sent: number; statuses: Map<number, number>; findings: Finding[] }> {
  const rng = random(seed);
  const all = judges();
  const known: string[] = [];
  const findings: Finding[] = [];
  const statuses = new Map<number, number>();
  for (let sent = 0; sent < count; sent += 1) {
    const judge = rng.pick(all);
    const target = rng.pick(targets);
    const { url, init, shown } = makeRequest(judge.operation, target, rng, known);
    const response = await fetch(url, init);
    const body = await response.text();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    const problem = judgeAnswer(judge, response, body);
    if (problem !== null) {
      findings.push({
        operation: judge.operation.operationId,
        request: shown,
        status: response.status,
        answer: body.slice(0, 400),
        problem,
      });
    }
    if (response.ok) remember(body, known, rng);
  }
  return { sent: count, statuses, findings };
}

function judgeAnswer(judge: Judge, response: Response, body: string): string | null {
  const { operation } = judge;
  if (response.headers.get('x-ratelimit-limit') === null) return 'no rate limit headers';
  if (response.status === 500) return 'an internal error';
  const allowed = response.status === operation.status || response.status === operation.alsoStatus;
  if (allowed && operation.binary) return null;
  // An Idempotency-Key may repeat an earlier answer of the same operation only, so the same schemas hold.
  const check = allowed ? judge.success : judge.failures.get(response.status);
  if (!check) return `the status is not one of this operation's`;
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return 'the answer is not JSON';
  }
  if (check.Check(value)) return null;
  const [first] = check.Errors(value);
  return `the answer does not match its schema at ${first?.instancePath ?? ''}: ${first?.message ?? ''}`;
}

/** Identifiers seen in answers, to be used in later requests. */
function remember(body: string, known: string[], rng: Random): void {
  for (const [found] of body.matchAll(/\b[a-z]{2,4}_[0-9a-z]{26}\b/g)) {
    if (known.length < 300) known.push(found);
    else known[rng.below(known.length)] = found;
  }
}

function makeRequest(operation: Operation, target: FuzzTarget, rng: Random, known: readonly string[]) {
  const path = operation.path.replaceAll(/:\w+/g, () =>
    rng.chance(0.8) && known.length > 0
      ? rng.pick(known)
      : encodeURIComponent(rng.pick(['x', 'app_00000000000000000000000000', "a'b", '%', '..', 'ü'])),
  );
  const query = operation.query && rng.chance(0.6) ? queryText(operation, rng, known) : '';
  const headers: Record<string, string> = {};
  if (rng.chance(0.97)) headers['authorization'] = `Bearer ${target.key}`;
  if (isWrite(operation) && rng.chance(0.15))
    headers['idempotency-key'] = rng.pick(['k', `k${rng.below(1e6)}`, 'x'.repeat(256), 'ä'.slice(1) || 'b c']);
  let body: string | Uint8Array | FormData | undefined;
  if (operation.multipart && rng.chance(0.4)) body = form(operation, rng, known);
  else if (operation.body) {
    const valid = validValue(operation.body, rng, known);
    const value = rng.chance(0.5) ? valid : damage(valid, rng);
    const json = JSON.stringify(value) ?? 'null';
    body = rng.chance(0.1) ? rawBody(json, rng) : json;
    headers['content-type'] = rng.chance(0.97)
      ? 'application/json'
      : rng.pick(['text/plain', 'application/xml', 'application/x-ndjson', 'multipart/form-data']);
  }
  const url = `${target.base}${path}${query}`;
  const shown = `${operation.method} ${path}${query} ${body instanceof FormData ? '(form)' : String(body ?? '').slice(0, 300)}`;
  const init: RequestInit = {
    method: operation.method,
    headers,
    ...(body === undefined ? {} : { body: body as NonNullable<RequestInit['body']> }),
  };
  return { url, init, shown };
}

function queryText(operation: Operation, rng: Random, known: readonly string[]): string {
  const valid = validValue(operation.query ?? { type: 'object' }, rng, known);
  const value = rng.chance(0.6) ? valid : damage(valid, rng);
  if (typeof value !== 'object' || value === null) return '?%';
  const pairs = Object.entries(value).map(([name, member]) => {
    const text = typeof member === 'object' ? (JSON.stringify(member) ?? '') : String(member);
    return `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(text.toWellFormed())}`;
  });
  return pairs.length > 0 ? `?${pairs.join('&').slice(0, 3000)}` : '';
}

const FILES: readonly [string, Uint8Array][] = [
  ['a.jpg', Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0])],
  ['deepfake.png', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['../../x.pdf', new TextEncoder().encode('%PDF-1.7\n')],
  ['corrupt.mp4', new Uint8Array(0)],
  ['\u202egpj.exe', new TextEncoder().encode('MZ')],
];

function form(operation: Operation, rng: Random, known: readonly string[]): FormData {
  const data = new FormData();
  const fields = validValue(operation.multipart?.fields ?? { type: 'object' }, rng, known) as Record<string, unknown>;
  for (const [name, value] of Object.entries(fields)) data.append(name, String(value));
  if (rng.chance(0.1)) data.append('zzz', 'unknown');
  const [name, bytes] = rng.pick(FILES);
  if (rng.chance(0.95)) data.append(rng.chance(0.95) ? 'file' : 'other', new Blob([bytes]), name);
  return data;
}
