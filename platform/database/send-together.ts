import type { Writable } from 'node:stream';
import type { PoolClient } from 'pg';

/** What the driver does not declare of its connection: the socket that it writes to. */
interface Wired {
  connection?: { stream?: Writable };
}

const corked = new WeakSet<Writable>();

/** Statements sent from now until this turn of the event loop ends leave in one write: a system call each is dear. */
export function sendTogether(client: PoolClient): void {
  const stream = (client as Wired).connection?.stream;
  if (!stream || corked.has(stream)) return;
  corked.add(stream);
  stream.cork();
  process.nextTick(() => {
    corked.delete(stream);
    stream.uncork();
  });
}
