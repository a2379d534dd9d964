import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Prometheus metrics of this process, served on the operations port. Labels never hold identifiers or personal data. */
export class Metrics {
  readonly registry = new Registry();

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  counter<L extends string>(name: string, help: string, labelNames: readonly L[]): Counter<L> {
    return new Counter({ name, help, labelNames: [...labelNames], registers: [this.registry] });
  }

  histogram<L extends string>(name: string, help: string, labelNames: readonly L[], buckets: number[]): Histogram<L> {
    return new Histogram({ name, help, labelNames: [...labelNames], buckets, registers: [this.registry] });
  }

  /** A gauge whose value is asked for when it is scraped. */
  gauge<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    collect: (set: (labels: Record<L, string>, value: number) => void) => Promise<void> | void,
  ): Gauge<L> {
    return new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [this.registry],
      async collect() {
        this.reset();
        // What cannot be asked for right now is left out; all else is told.
        await Promise.resolve(collect((labels, value) => this.set(labels as never, value))).catch(() => {});
      },
    });
  }

  /** A counter that something else keeps; its values are asked for when it is scraped. */
  tally<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    collect: (set: (labels: Record<L, string>, value: number) => void) => void,
  ): Counter<L> {
    return new Counter({
      name,
      help,
      labelNames: [...labelNames],
      registers: [this.registry],
      collect() {
        this.reset();
        collect((labels, value) => this.inc(labels as never, value));
      },
    });
  }

  /**
   * A counter of what transactions tallied, once they were durable, as `SUBJECT LABEL LABEL …`.
   * @param tallies those of the database
   */
  tallied<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    tallies: ReadonlyMap<string, number>,
    subject: string,
  ): Counter<L> {
    return this.tally(name, help, labelNames, (set) => {
      for (const [tally, count] of tallies) {
        if (!tally.startsWith(`${subject} `)) continue;
        const values = tally.slice(subject.length + 1).split(' ');
        set(Object.fromEntries(labelNames.map((label, at) => [label, values[at] ?? ''])) as Record<L, string>, count);
      }
    });
  }
}

export class HttpMetrics {
  readonly #requests: Counter<'environment' | 'method' | 'route' | 'status'>;
  readonly #durations: Histogram<'environment' | 'method' | 'route'>;
  readonly #environment: string;

  constructor(metrics: Metrics, environment: string, shared?: HttpMetrics) {
    this.#environment = environment;
    this.#requests =
      shared?.requests ??
      metrics.counter('http_requests_total', 'Requests answered', ['environment', 'method', 'route', 'status']);
    this.#durations =
      shared?.durations ??
      metrics.histogram(
        'http_request_duration_seconds',
        'Time from the first byte to the answer',
        ['environment', 'method', 'route'],
        [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      );
  }

  get requests() {
    return this.#requests;
  }

  get durations() {
    return this.#durations;
  }

  observe(method: string, route: string | undefined, status: number, milliseconds: number): void {
    const labels = { environment: this.#environment, method, route: route ?? 'unknown' };
    this.#requests.inc({ ...labels, status: String(status) });
    this.#durations.observe(labels, milliseconds / 1000);
  }
}
