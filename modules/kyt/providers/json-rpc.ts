import type { Budget } from './budget.ts';
import { ProviderFailed } from './failure.ts';
import type { Fields } from './fields.ts';
import { type ProviderClient, TryLater } from './http-client.ts';

/** A method failed with an error of its own: what it means depends on the method. */
export class RpcError extends Error {
  override name = 'RpcError';
  readonly code: number;
  /** What the node says; may hold anything: never shown. */
  readonly said: string;

  constructor(code: number, said: string) {
    super(`The node answered with error ${code}`);
    this.code = code;
    this.said = said;
  }
}

const LATER = /rate|too many requests|limit exceeded|capacity|try again|timeout|timed out|busy|overloaded|behind/i;
const REFUSED =
  /api key|unauthori[sz]ed|forbidden|not available|upgrade|method not found|does not exist|not supported|archive/i;

/** JSON-RPC 2.0 over HTTP (and Bitcoin Core's 1.0). */
export class JsonRpc {
  readonly #client: ProviderClient;
  readonly #fields: Fields;
  #id = 0;

  constructor(client: ProviderClient, fields: Fields) {
    this.#client = client;
    this.#fields = fields;
  }

  /**
   * @param mine errors that the caller can make something of; they come as RpcError
   * @throws RpcError, ProviderFailed, BudgetSpent
   */
  call<T>(
    method: string,
    params: readonly unknown[],
    budget: Budget,
    read: (result: unknown) => T,
    mine: (code: number, said: string) => boolean = () => false,
  ): Promise<T> {
    this.#id = (this.#id % 1_000_000_000) + 1;
    const id = this.#id;
    return this.#client.ask({ body: { jsonrpc: '2.0', id, method, params } }, budget, (value, status) => {
      const answer = this.#fields.object(value, method);
      const { error } = answer;
      if (error !== undefined && error !== null) {
        const { code, message } = this.#fields.object(error, `${method} error`);
        const number = typeof code === 'number' ? code : 0;
        const said = typeof message === 'string' ? message.slice(0, 500) : '';
        if (mine(number, said)) throw new RpcError(number, said);
        if (status === 429 || number === 429 || number === -32005 || number === -28 || LATER.test(said)) {
          throw new TryLater(`asks to be asked later (${number})`);
        }
        if (number === -32601 || status === 401 || status === 403 || REFUSED.test(said)) {
          throw new ProviderFailed(
            'REFUSED',
            `${this.#client.name} refuses ${method} (${number}). Check its key and plan.`,
          );
        }
        throw new ProviderFailed('UNAVAILABLE', `${this.#client.name} failed at ${method} (error ${number}).`);
      }
      if (answer['id'] !== id) throw this.#fields.wrong(method, 'answers another request');
      if (!('result' in answer)) throw this.#fields.wrong(method, 'has no result');
      return read(answer['result']);
    });
  }
}
