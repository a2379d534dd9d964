import { wait } from './dom.ts';
import type { CaptureState, IssuedCapture, Kind } from './state.ts';

/** The service said no; trying the same again would not help. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

/** The service could not be reached, or was not able to answer. */
export class Unreachable extends Error {}

/** This page's own address without a slash at its end; all requests go below it. */
export const base = (): string => location.pathname.replace(/\/+$/, '');

/** @throws Refusal, Unreachable */
export async function refusalOf(answer: Response): Promise<Refusal | Unreachable> {
  let code = '';
  try {
    const body = (await answer.json()) as { error?: { code?: string } };
    code = body.error?.code ?? '';
  } catch {
    // Not from the service: a proxy between.
  }
  if (answer.status >= 500 || answer.status === 429) return new Unreachable(code);
  return new Refusal(answer.status, code);
}

async function once<T>(path: string, body: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(base() + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: AbortSignal.timeout(20_000),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Unreachable('');
  }
  if (!answer.ok) throw await refusalOf(answer);
  return ((await answer.json()) as { data: T }).data;
}

/** Asks up to four times where the network fails. @throws Refusal, Unreachable */
async function call<T>(path: string, body?: unknown): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once<T>(path, body);
    } catch (error) {
      if (!(error instanceof Unreachable) || attempt === 4) throw error;
      await wait(400 * 2 ** attempt);
    }
  }
}

export const readState = (): Promise<CaptureState> => call('/state');
/** @param shown digest of the organisation's own text; null where the page's words were shown */
export const agree = (language: string, shown: string | null): Promise<CaptureState> =>
  call('/consent', { language, ...(shown === null ? {} : { shown }) });
export const beginCapture = (kind: Kind, assisted = false): Promise<IssuedCapture> =>
  call('/captures', { kind, assisted });
export const submit = (): Promise<CaptureState> => call('/submit', {});
export const cancel = (): Promise<CaptureState> => call('/cancel', {});
