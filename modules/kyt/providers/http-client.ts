import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import type { Budget } from './budget.ts';
import { BudgetSpent, ProviderFailed } from './failure.ts';

export interface ClientOptions {
  /** For messages: "Esplora of Bitcoin". */
  name: string;
  /** Without a slash at its end. */
  url: string;
  headers?: Readonly<Record<string, string>>;
  perSecond: number;
  timeoutMs: number;
  /** Most bytes of one answer; default 16 MiB. */
  maxBytes?: number;
  /** Attempts of one request in all; default 4. */
  attempts?: number;
  /** First wait before trying again; doubles each time. Default 400 ms. */
  backoffMs?: number;
}

export interface ProviderRequest {
  /** Behind the base address. */
  path?: string;
  query?: Readonly<Record<string, string | number>>;
  /** POSTed as JSON; a GET without. */
  body?: unknown;
  /** The answer is bare text, and no JSON. */
  plain?: boolean;
}

/** What an answer means beyond its status; thrown to have the request made again after a while. */
export class TryLater extends Error {
  override name = 'TryLater';
}

const MAX_BYTES = 16 * 2 ** 20;
const ATTEMPTS = 4;
const BACKOFF_MS = 400;
const MOST_WAIT_MS = 30_000;
const LATER = new Set([408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529]);

/**
 * Asks one provider: not more often than allowed, not longer than its timeout, not more than so many bytes, not over
 * redirects. What may pass (429, 5xx, a broken connection) is tried again after a growing, jittered wait, or after what
 * Retry-After says. Numbers that a double cannot hold exactly come as their text.
 */
export class ProviderClient {
  readonly name: string;
  readonly #options: ClientOptions;
  readonly #agent: Agent;
  /** When the next request may leave. */
  #next = 0;

  constructor(options: ClientOptions) {
    this.name = options.name;
    this.#options = options;
    this.#agent = new Agent({ connections: 4, connectTimeout: options.timeoutMs });
  }

  /**
   * @param judge looks at the answer's value before it is taken; may throw TryLater
   * @throws ProviderFailed; BudgetSpent
   */
  async ask<T>(request: ProviderRequest, budget: Budget, judge: (value: unknown, status: number) => T): Promise<T> {
    const { attempts = ATTEMPTS, backoffMs = BACKOFF_MS } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      await this.#turn(budget);
      budget.take();
      const outcome = await this.#once(request, budget);
      let told: string;
      let asked: number | null = null;
      if ('value' in outcome) {
        try {
          return judge(outcome.value, outcome.status);
        } catch (error) {
          if (!(error instanceof TryLater)) throw error;
          told = error.message;
          asked = outcome.retryAfterMs;
        }
      } else {
        ({ told } = outcome);
        asked = outcome.retryAfterMs;
        if (budget.spent) throw new BudgetSpent();
      }
      const wait = asked ?? jittered(backoffMs * 2 ** (attempt - 1));
      if (attempt >= attempts || wait > MOST_WAIT_MS) {
        throw new ProviderFailed('UNAVAILABLE', `${this.name} ${told}, ${attempt} time(s).`);
      }
      if (wait >= budget.time) throw new BudgetSpent();
      await sleep(wait);
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  /** Waits for this request's place among those allowed each second. */
  async #turn(budget: Budget): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, this.#next);
    if (at - now > budget.time) throw new BudgetSpent();
    this.#next = at + 1000 / this.#options.perSecond;
    if (at > now) await sleep(at - now);
  }

  async #once(
    request: ProviderRequest,
    budget: Budget,
  ): Promise<
    { value: unknown; status: number; retryAfterMs: number | null } | { told: string; retryAfterMs: number | null }
  > {
    const { url, headers = {}, timeoutMs, maxBytes = MAX_BYTES } = this.#options;
    const target = new URL(url + (request.path ?? ''));
    for (const [name, value] of Object.entries(request.query ?? {})) target.searchParams.set(name, String(value));
    const signal = AbortSignal.timeout(Math.ceil(Math.max(1, Math.min(timeoutMs, budget.time))));
    try {
      const response = await this.#agent.request({
        origin: target.origin,
        path: target.pathname + target.search,
        method: request.body === undefined ? 'GET' : 'POST',
        signal,
        headers: {
          accept: 'application/json',
          'accept-encoding': 'identity',
          'user-agent': 'compliance-verification-service (chain data)',
          ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      });
      const { statusCode: status } = response;
      const retryAfterMs = retryAfter(response.headers['retry-after'], response.headers['date']);
      if (status >= 300 && status < 400) {
        await response.body.dump().catch(() => {});
        throw new ProviderFailed('REFUSED', `${this.name} redirects elsewhere (${status}); set its address in full.`);
      }
      if (LATER.has(status) && request.body === undefined) {
        await response.body.dump().catch(() => {});
        return { told: `answered ${status}`, retryAfterMs };
      }
      const length = Number(response.headers['content-length'] ?? Number.NaN);
      const chunks: Buffer[] = [];
      let received = 0;
      for await (const chunk of response.body as AsyncIterable<Buffer>) {
        received += chunk.length;
        if (received > maxBytes) {
          response.body.destroy();
          throw new ProviderFailed('MALFORMED', `${this.name} sends more than ${maxBytes} bytes in one answer.`);
        }
        chunks.push(chunk);
      }
      if (Number.isInteger(length) && length !== received) return { told: 'broke off its answer', retryAfterMs: null };
      const text = Buffer.concat(chunks).toString('utf8');
      // Some say "too often" with a plain 403.
      if (status === 403 && /frequency limit|rate.?limit|too many requests/i.test(text)) {
        const seconds = /suspended for (\d{1,4}) ?s/i.exec(text)?.[1];
        return { told: 'asks to be asked later', retryAfterMs: seconds ? Number(seconds) * 1000 : retryAfterMs };
      }
      const value = request.plain === true && status === 200 ? text.trim() : parseExactly(text);
      if (value === undefined) {
        if (LATER.has(status)) return { told: `answered ${status}`, retryAfterMs };
        this.#refuse(status);
        throw new ProviderFailed('MALFORMED', `${this.name} answered with no valid JSON (status ${status}).`);
      }
      // An error of JSON-RPC may come with any status: it is told by what is in it.
      if (LATER.has(status) && !isRpcAnswer(value)) return { told: `answered ${status}`, retryAfterMs };
      if (!isRpcAnswer(value)) this.#refuse(status);
      return { value, status, retryAfterMs };
    } catch (error) {
      if (error instanceof ProviderFailed) throw error;
      if (signal.aborted) return { told: 'did not answer in time', retryAfterMs: null };
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'no connection';
      return { told: `cannot be reached (${code})`, retryAfterMs: null };
    }
  }

  #refuse(status: number): void {
    if (status >= 200 && status < 300) return;
    throw new ProviderFailed('REFUSED', `${this.name} answered ${status}. Check its address, key and plan.`);
  }
}

const isRpcAnswer = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ('jsonrpc' in value || 'error' in value) && 'id' in value;

/** Half of it for sure, the other half by chance, so that many do not come back at once. */
const jittered = (milliseconds: number): number => milliseconds / 2 + randomInt(Math.ceil(milliseconds / 2) + 1);

/** Seconds, or a date against the server's own clock. @returns milliseconds, or null */
function retryAfter(header: string | string[] | undefined, date: string | string[] | undefined): number | null {
  if (typeof header !== 'string') return null;
  if (/^\d{1,6}(\.\d+)?$/.test(header.trim())) return Math.ceil(Number(header) * 1000);
  const [until, from] = [Date.parse(header), Date.parse(typeof date === 'string' ? date : '')];
  return Number.isNaN(until) || Number.isNaN(from) ? null : Math.max(0, until - from);
}

type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;
const exact: Reviver = (_key, value, context) =>
  typeof value === 'number' && !Number.isSafeInteger(value) ? (context?.source ?? value) : value;

/** JSON; numbers that are no safe integers as the text that stood there. undefined where it is none. */
function parseExactly(text: string): unknown {
  try {
    return JSON.parse(text, exact);
  } catch {
    return undefined;
  }
}
