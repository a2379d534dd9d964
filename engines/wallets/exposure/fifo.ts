/** One payment, as an investigator's ledger has it. */
export type Payment<Id> = { id: Id; from: number; to: number; value: bigint };

/** A part of the amount traced: where it came from first, and by which payments, the oldest first. */
export type FifoSource<Id> = {
  node: number;
  value: bigint;
  /** The first payment of the way is the node's own. */
  payments: Id[];
  end: 'STOPPED' | 'ORIGIN_UNKNOWN' | 'BEYOND_HORIZON' | 'TRUNCATED';
};

/** A run of coins within one payment: which earlier payment they came by, and from where in it. */
type Run = { source: number; offset: bigint; length: bigint };
const UNKNOWN_SOURCE = -1;

/**
 * Traces one payment back, first in first out: an address spends the coins it got first before those it got later
 * (the rule of Clayton's case, 1816; applied to coins by Anderson, Shumailov, Ahmed, "Making Bitcoin Legal", 2018).
 * Unlike the shares of an exposure, every coin has exactly one past. An investigator's option; scores do not use it.
 * @param paymentsOf all payments to and from a node in chain order, each with an id that is its own
 * @param stopsAt where the trace ends because the answer is found: a labelled node or a service
 * @returns the parts, which add up to the payment's value exactly
 */
export function traceFifo<Id extends string | number>(
  payment: Payment<Id>,
  paymentsOf: (node: number) => readonly Payment<Id>[],
  stopsAt: (node: number) => boolean,
  limits: { maxHops: number; maxParts: number } = { maxHops: 10, maxParts: 10_000 },
): FifoSource<Id>[] {
  const ledgers = new Map<number, Map<Id, { payment: Payment<Id>; runs: Run[]; received: Payment<Id>[] }>>();
  const ledgerOf = (node: number) => {
    let ledger = ledgers.get(node);
    if (!ledger) {
      ledger = replay(node, paymentsOf(node));
      ledgers.set(node, ledger);
    }
    return ledger;
  };
  const sources: FifoSource<Id>[] = [];
  const open: { payment: Payment<Id>; offset: bigint; length: bigint; way: Id[] }[] = [
    { payment, offset: 0n, length: payment.value, way: [payment.id] },
  ];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const { from } = part.payment;
    const done = (end: FifoSource<Id>['end'], value: bigint, payments: Id[]): void => {
      sources.push({ node: from, value, payments, end });
    };
    if (stopsAt(from)) done('STOPPED', part.length, part.way);
    else if (part.way.length > limits.maxHops) done('BEYOND_HORIZON', part.length, part.way);
    else if (sources.length + open.length >= limits.maxParts) done('TRUNCATED', part.length, part.way);
    else {
      const entry = ledgerOf(from).get(part.payment.id);
      if (!entry) throw new RangeError(`Payment ${part.payment.id} is not among the payments of node ${from}`);
      for (const run of cut(entry.runs, part.offset, part.length)) {
        const earlier = entry.received[run.source];
        if (earlier)
          open.push({ payment: earlier, offset: run.offset, length: run.length, way: [earlier.id, ...part.way] });
        else done('ORIGIN_UNKNOWN', run.length, part.way);
      }
    }
  }
  return sources;
}

/** Runs a node's payments through a queue; each outgoing one gets the runs of coins it took from the front. */
function replay<Id extends string | number>(node: number, payments: readonly Payment<Id>[]) {
  const received: Payment<Id>[] = [];
  const queue: Run[] = [];
  let head = 0;
  const spent = new Map<Id, { payment: Payment<Id>; runs: Run[]; received: Payment<Id>[] }>();
  for (const payment of payments) {
    if (payment.from === payment.to) continue;
    if (payment.to === node) {
      queue.push({ source: received.length, offset: 0n, length: payment.value });
      received.push(payment);
      continue;
    }
    const runs: Run[] = [];
    let missing = payment.value;
    while (missing > 0n && head < queue.length) {
      const front = queue[head]!;
      const taken = front.length < missing ? front.length : missing;
      runs.push({ source: front.source, offset: front.offset, length: taken });
      front.offset += taken;
      front.length -= taken;
      missing -= taken;
      if (front.length === 0n) head++;
    }
    if (missing > 0n) runs.push({ source: UNKNOWN_SOURCE, offset: 0n, length: missing });
    spent.set(payment.id, { payment, runs, received });
  }
  return spent;
}

/** The runs that make up `length` coins from `offset` on. */
function cut(runs: readonly Run[], offset: bigint, length: bigint): Run[] {
  const found: Run[] = [];
  let at = 0n;
  for (const run of runs) {
    const from = offset > at ? offset : at;
    const to = offset + length < at + run.length ? offset + length : at + run.length;
    if (from < to) found.push({ source: run.source, offset: run.offset + (from - at), length: to - from });
    at += run.length;
  }
  return found;
}
