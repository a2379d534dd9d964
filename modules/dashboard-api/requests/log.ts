import type { Answered } from '../../../platform/http/answered.ts';
import { isUnavailable } from '../../../platform/database/errors.ts';
import type { Services } from '../../../platform/module.ts';
import { describeError } from '../../../platform/observability/describe-error.ts';
import { insertRequests } from './store.ts';

const OF_API = /^(\/api\/|\/dashboard\/api\/(live|test)\/v3\/)/;
const WRITE_MS = 1_000;
/** More than this in a second are not all listed; those left out are counted in the metrics. */
const MOST_WAITING = 5_000;

/** Notes calls of the API: gathered in memory, and written once a second in one statement, beside the requests. */
export class RequestLog {
  readonly #services: Services;
  #waiting: Answered[] = [];
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  readonly #left: { inc(labels: Record<string, string>, amount?: number): void };

  constructor(services: Services) {
    this.#services = services;
    this.#left = services.metrics.counter(
      'request_log_left_out_total',
      'Calls of the API that the list of calls leaves out because too many came at once',
      ['reason'],
    );
  }

  get on(): boolean {
    return this.#services.config.requestLogDays > 0;
  }

  note(answered: Answered): void {
    // What pages ask for themselves is no call of the API; what they do through it is.
    if (!this.on || answered.organizationId === '' || !OF_API.test(answered.route ?? '/api/')) return;
    if (this.#waiting.length >= MOST_WAITING) this.#left.inc({ reason: 'TOO_MANY' });
    else this.#waiting.push(answered);
  }

  start(): void {
    if (!this.on) return;
    this.#timer = setInterval(() => this.#write(), WRITE_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#write();
    await this.#writing;
  }

  #write(): void {
    if (this.#waiting.length === 0) return;
    const rows = this.#waiting;
    this.#waiting = [];
    this.#writing = this.#writing.then(async () => {
      try {
        await insertRequests(this.#services.db, rows);
      } catch (error) {
        this.#left.inc({ reason: 'NOT_WRITTEN' }, rows.length);
        if (!isUnavailable(error)) {
          this.#services.log.warn({ error: describeError(error) }, 'calls of the API could not be listed');
        }
      }
    });
  }
}
