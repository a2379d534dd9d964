import { hashOf } from './chains.ts';
import { type Answered, type Asked, FakeServer } from './fake-server.ts';

export interface FakeRow {
  list: 'txlist' | 'txlistinternal' | 'tokentx';
  name: string;
  height: number;
  from: string;
  to: string;
  value: string;
  more?: Readonly<Record<string, unknown>>;
}

/** The account lists of Etherscan's second version, or of Blockscout: windows of 10,000 rows, caps, and limits with 200. */
export class FakeExplorer {
  readonly rows: FakeRow[] = [];
  readonly style: 'etherscan' | 'blockscout';
  top: number;
  /** Rows of a page at most, whatever is asked for. */
  cap = 10_000;
  /** Every so many requests are one too many. */
  limitEvery = 0;
  lie: 'order' | 'foreign' | 'late' | null = null;
  server!: FakeServer;
  #count = 0;

  constructor(style: FakeExplorer['style'], top: number) {
    this.style = style;
    this.top = top;
  }

  static async start(style: FakeExplorer['style'], top = 20_000_000): Promise<FakeExplorer> {
    const fake = new FakeExplorer(style, top);
    fake.server = await FakeServer.start((asked) => fake.#answer(asked));
    return fake;
  }

  hash(height: number): string {
    return `0x${hashOf(`evm ${height}`)}`;
  }

  #answer(asked: Asked): Answered {
    const { query, path, body } = asked;
    if (this.limitEvery > 0 && ++this.#count % this.limitEvery === 0) {
      return { body: { status: '0', message: 'NOTOK', result: 'Max calls per sec rate limit reached (5/sec)' } };
    }
    if (this.style === 'etherscan') {
      if (query.get('chainid') !== '1')
        return { body: { status: '0', message: 'NOTOK', result: 'Missing or unsupported chainid parameter' } };
      if (query.get('apikey') !== 'right')
        return { body: { status: '0', message: 'NOTOK', result: 'Invalid API Key (#err2)|' } };
    }
    if (path.endsWith('/eth-rpc') || path === '/1/json-rpc') {
      const { id, method, params } = body as { id: number; method: string; params: [string] };
      return { body: { jsonrpc: '2.0', id, result: this.#node(method, params[0]) } };
    }
    if (query.get('module') === 'proxy') {
      return { body: { jsonrpc: '2.0', id: 83, result: this.#node(query.get('action') ?? '', query.get('tag')) } };
    }
    const [page, offset] = [Number(query.get('page')), Number(query.get('offset'))];
    if (page * offset > 10_000) {
      return {
        body: {
          status: '0',
          message: 'Result window is too large, PageNo x Offset size must be less than or equal to 10000',
          result: null,
        },
      };
    }
    const [start, end] = [Number(query.get('startblock')), Number(query.get('endblock'))];
    const address = query.get('address')?.toLowerCase();
    const list = query.get('action');
    const all = this.rows
      .filter((row) => row.list === list && (this.lie === 'foreign' || [row.from, row.to].includes(address ?? '')))
      .filter(({ height }) => this.lie === 'late' || (height >= start && height <= end))
      .toSorted((a, b) => (this.lie === 'order' ? b.height - a.height : a.height - b.height));
    const size = Math.min(offset, this.cap);
    const rows = all.slice((page - 1) * size, page * size).map((row) => this.#present(row));
    const none =
      list === 'txlist'
        ? 'No transactions found'
        : list === 'tokentx'
          ? 'No token transfers found'
          : 'No internal transactions found';
    return {
      body:
        rows.length === 0 ? { status: '0', message: none, result: [] } : { status: '1', message: 'OK', result: rows },
    };
  }

  #node(method: string, tag: string | null | undefined): unknown {
    if (method === 'eth_blockNumber') return `0x${this.top.toString(16)}`;
    const height = Number(tag);
    return {
      number: `0x${height.toString(16)}`,
      hash: this.hash(height),
      timestamp: `0x${(1_600_000_000 + height).toString(16)}`,
    };
  }

  #present({ list, name, height, from, to, value, more = {} }: FakeRow): Record<string, unknown> {
    const common = {
      blockNumber: String(height),
      timeStamp: String(1_600_000_000 + (height % 1_000_000)),
      hash: `0x${hashOf(name)}`,
      from,
      to,
      value,
      gas: '21000',
      confirmations: String(Math.floor(performance.now())),
    };
    if (list === 'txlist')
      return {
        ...common,
        blockHash: this.hash(height),
        isError: '0',
        txreceipt_status: '1',
        contractAddress: '',
        input: '0x',
        ...more,
      };
    if (list === 'tokentx')
      return {
        ...common,
        blockHash: this.hash(height),
        contractAddress: `0x${'77'.repeat(20)}`,
        tokenName: 'T',
        tokenSymbol: 'USDT',
        tokenDecimal: '6',
        ...more,
      };
    if (this.style === 'etherscan')
      return { ...common, contractAddress: '', type: 'call', traceId: '0_1', isError: '0', errCode: '', ...more };
    const { hash, ...rest } = common;
    return {
      ...rest,
      transactionHash: hash,
      contractAddress: '',
      type: 'call',
      callType: 'call',
      index: '1',
      isError: '0',
      ...more,
    };
  }
}
