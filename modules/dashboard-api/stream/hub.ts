import type { Environment } from '../../../contract/enums.ts';
import type { StreamEvents, StreamEventType } from '../../../contract/dashboard/index.ts';
import type { Clock } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import { isUnavailable } from '../../../platform/database/errors.ts';
import type { Services } from '../../../platform/module.ts';
import { describeError } from '../../../platform/observability/describe-error.ts';
import { type ChangeRow, changesSince } from './store.ts';

const LOOK_MS = 1_000;
/** Transactions that take longer than this to commit after what they wrote are told of late: with the next change. */
const BACK_MS = 10_000;
const MOST_IDS = 200;

export type Tell = <T extends StreamEventType>(type: T, data: StreamEvents[T]) => void;

interface Listener {
  organizationId: string;
  environment: Environment;
  tell: Tell;
}

/**
 * Tells open pages what changed. While anybody listens, the tables that pages show are asked once a second what is new
 * in them, for all listeners of the process together: whatever process changed it.
 */
export class Hub {
  readonly #db: Queryable;
  readonly #clock: Clock;
  readonly #log: Services['log'];
  readonly #listeners = new Set<Listener>();
  #told = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;
  #since = new Date(0);
  #looking: Promise<void> = Promise.resolve();

  constructor({ db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
  }

  /** @returns what ends it */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    if (this.#timer === null) {
      this.#since = this.#clock.now();
      this.#told = new Map();
      this.#timer = setInterval(() => this.#look(), LOOK_MS);
      this.#timer.unref();
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0 && this.#timer !== null) {
        clearInterval(this.#timer);
        this.#timer = null;
      }
    };
  }

  /** Tells every page of an organisation that is open in this process. */
  tellAll<T extends StreamEventType>(organizationId: string, type: T, data: StreamEvents[T]): void {
    for (const listener of this.#listeners) if (listener.organizationId === organizationId) listener.tell(type, data);
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    await this.#looking;
  }

  #look(): void {
    this.#looking = this.#looking.then(async () => {
      try {
        await this.#tellNew();
      } catch (error) {
        if (!isUnavailable(error))
          this.#log.warn({ error: describeError(error) }, 'open pages could not be told of changes');
      }
    });
  }

  async #tellNew(): Promise<void> {
    const organizations = [...new Set([...this.#listeners].map(({ organizationId }) => organizationId))];
    if (organizations.length === 0) return;
    const now = this.#clock.now().getTime();
    const since = new Date(Math.max(this.#since.getTime(), now - BACK_MS));
    const rows = await changesSince(this.#db, organizations, since, firstIdAt(since));
    const fresh = rows.filter((row) => {
      const key = `${row.what} ${row.id} ${row.mark}`;
      if (this.#told.has(key)) return false;
      this.#told.set(key, now);
      return true;
    });
    for (const [key, at] of this.#told) if (at < now - 3 * BACK_MS) this.#told.delete(key);
    for (const listener of this.#listeners) {
      const mine = fresh.filter(
        (row) => row.organizationId === listener.organizationId && row.environment === listener.environment,
      );
      if (mine.length > 0) tellRows(listener.tell, mine);
    }
  }
}

function tellRows(tell: Tell, rows: readonly ChangeRow[]): void {
  const items = rows.filter(({ what }) => what === 'queue').map(({ id }) => id);
  if (items.length > 0) tell('queue.changed', { itemIds: items.slice(0, MOST_IDS) });
  for (const { what, id, status, progress } of rows) {
    if (what === 'bulk') tell('bulk.changed', { bulkId: id });
    if (what === 'try')
      tell('try.changed', { tryId: id, status: status as StreamEvents['try.changed']['status'], progress });
    if (what === 'record') tell('record.changed', { resourceId: id, type: status });
  }
}

/** The least identifier of an event that can have been made at a moment: identifiers begin with the time. */
function firstIdAt(at: Date): string {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
  let value = BigInt(at.getTime()) << 80n;
  let text = '';
  for (let digits = 0; digits < 26; digits += 1) {
    text = alphabet.charAt(Number(value & 31n)) + text;
    value >>= 5n;
  }
  return `evt_${text}`;
}
