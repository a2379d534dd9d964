import { type Answered, type Asked, FakeServer } from './fake-server.ts';

export class FakeRpcError extends Error {
  readonly code: number;
  readonly status: number;
  constructor(code: number, message: string, status = 200) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** A server of JSON-RPC; a method that throws FakeRpcError answers with it. */
export function startRpc(methods: Readonly<Record<string, (params: never[]) => unknown>>): Promise<FakeServer> {
  return FakeServer.start(({ body }: Asked): Answered => {
    const { id, method, params } = body as { id: number; method: string; params: never[] };
    const answer = methods[method];
    try {
      if (!answer) throw new FakeRpcError(-32601, 'Method not found');
      return { body: { jsonrpc: '2.0', id, result: answer(params) } };
    } catch (error) {
      if (!(error instanceof FakeRpcError)) throw error;
      return {
        status: error.status,
        body: { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } },
      };
    }
  });
}
