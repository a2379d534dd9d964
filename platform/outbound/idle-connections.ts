/** Open connections that wait for their next request: bounded in all and per origin, the longest idle dropped first. */
import type { Connection } from './connection.ts';

export interface IdleLimits {
  readonly total: number;
  readonly perOrigin: number;
}

export class IdleConnections {
  readonly #limits: IdleLimits;
  /** By origin and address, each oldest first. */
  readonly #byKey = new Map<string, Connection[]>();
  /** All, oldest first: a Set keeps the order of insertion. */
  readonly #all = new Set<Connection>();
  #closed = false;

  constructor(limits: IdleLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#all.size;
  }

  /** The most recently used connection to one of `addresses`, if there is one; it is then the caller's. */
  take(origin: string, addresses: readonly string[]): Connection | undefined {
    for (const address of addresses) {
      const connections = this.#byKey.get(key(origin, address)) ?? [];
      for (let connection = connections.at(-1); connection !== undefined; connection = connections.at(-1)) {
        this.#remove(connection);
        if (connection.reusable) return connection;
        connection.destroy();
      }
    }
    return undefined;
  }

  /** Keeps `connection` for later, or destroys it where it cannot be used again. */
  give(connection: Connection): void {
    if (this.#closed || !connection.reusable) {
      connection.destroy();
      return;
    }
    const id = key(connection.origin, connection.address);
    const connections = this.#byKey.get(id) ?? [];
    connections.push(connection);
    this.#byKey.set(id, connections);
    this.#all.add(connection);
    if (connections.length > this.#limits.perOrigin) this.#drop(connections[0]);
    if (this.#all.size > this.#limits.total) this.#drop(this.#all.values().next().value);
  }

  /** Forgets a connection that its peer has closed; to be called for every one that was ever given. */
  forget(connection: Connection): void {
    if (this.#all.has(connection)) this.#drop(connection);
  }

  /** Destroys all, and from now on all that are given. */
  close(): void {
    this.#closed = true;
    for (const connection of this.#all) this.#drop(connection);
  }

  #drop(connection: Connection | undefined): void {
    if (connection === undefined) return;
    this.#remove(connection);
    connection.destroy();
  }

  #remove(connection: Connection): void {
    this.#all.delete(connection);
    const id = key(connection.origin, connection.address);
    const connections = this.#byKey.get(id) ?? [];
    const at = connections.indexOf(connection);
    if (at >= 0) connections.splice(at, 1);
    if (connections.length === 0) this.#byKey.delete(id);
  }
}

function key(origin: string, address: string): string {
  return `${origin}|${address}`;
}
