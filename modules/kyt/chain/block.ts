import { createHash } from 'node:crypto';
import { ByteReader } from './byte-reader.ts';

export interface RawOutput {
  value: bigint;
  script: Buffer;
}

export interface RawTransaction {
  /** As explorers write it. */
  txid: string;
  coinbase: boolean;
  /** What the inputs spend: 36 bytes in hex, transaction identifier and position. */
  spent: string[];
  outputs: RawOutput[];
}

export interface RawBlock {
  time: number;
  /** From the coinbase, where the block is of the time when that was a rule (BIP-34). */
  height: number | null;
  transactions: RawTransaction[];
}

/** A block begins with its header. */
export const HEADER_BYTES = 80;
const BIP34_HEIGHT = 227_835;

export const doubleSha256 = (bytes: Uint8Array): Buffer =>
  createHash('sha256').update(createHash('sha256').update(bytes).digest()).digest();

/**
 * Whether a header meets the bound that it claims (proof of work): so few strings of bytes do by chance that it tells a
 * block's header. The claim itself is not checked against the chain.
 */
export function hasWork(header: Buffer): boolean {
  const [exponent, mantissa] = [header.readUInt8(75), header.readUIntLE(72, 3)];
  // Bitcoin's easiest bound is 0x1d00ffff; an easier one proves nothing.
  if (mantissa === 0 || mantissa > 0x7fffff || exponent < 3 || exponent > 0x1d) return false;
  const bound = BigInt(mantissa) << BigInt(8 * (exponent - 3));
  return BigInt(`0x${doubleSha256(header).reverse().toString('hex')}`) <= bound;
}

/** The identifier of a transaction and a position in it, 36 bytes in hex. */
export function outpointOf(txid: Uint8Array, position: number): string {
  const place = Buffer.alloc(4);
  place.writeUInt32LE(position);
  return Buffer.concat([txid, place]).toString('hex');
}

/**
 * Reads a block as Bitcoin Core stores it, and checks that its transactions are those that the header vouches for.
 * @throws RangeError where the bytes are no block
 */
export function readBlock(bytes: Buffer): RawBlock {
  const reader = new ByteReader(bytes);
  const header = reader.take(HEADER_BYTES);
  const count = reader.count();
  const read = Array.from({ length: count }, () => readTransaction(reader));
  if (!reader.ended) throw new RangeError('Bytes follow the last transaction');
  if (!merkleRoot(read.map(({ hash }) => hash)).equals(header.subarray(36, 68))) {
    throw new RangeError('The transactions do not match the header (Merkle root)');
  }
  return {
    time: header.readUInt32LE(68),
    height: heightOf(read[0]?.firstScript ?? Buffer.alloc(0), header.readInt32LE(0)),
    transactions: read.map(({ transaction }) => transaction),
  };
}

interface ReadTransaction {
  hash: Buffer;
  transaction: RawTransaction;
  firstScript: Buffer;
}

function readTransaction(reader: ByteReader): ReadTransaction {
  const version = reader.take(4);
  // BIP-144: no transaction has no inputs, so a zero here announces witnesses.
  const hasWitness = reader.peek() === 0;
  if (hasWitness && reader.take(2).readUInt8(1) !== 1) throw new RangeError('A transaction has an unknown flag');
  const bodyStart = reader.at;
  const inputs = Array.from({ length: reader.count() }, () => {
    const outpoint = reader.take(36);
    const script = reader.text();
    reader.take(4);
    return { outpoint, script };
  });
  const outputs = Array.from({ length: reader.count() }, () => ({ value: reader.uint64(), script: reader.text() }));
  const body = reader.since(bodyStart);
  if (hasWitness) for (const _ of inputs) for (let left = reader.count(); left > 0; left -= 1) reader.text();
  const hash = doubleSha256(Buffer.concat([version, body, reader.take(4)]));
  const coinbase = inputs.length === 1 && (inputs[0]?.outpoint.subarray(0, 32).every((byte) => byte === 0) ?? false);
  return {
    hash,
    firstScript: inputs[0]?.script ?? Buffer.alloc(0),
    transaction: {
      txid: Buffer.from(hash).reverse().toString('hex'),
      coinbase,
      spent: coinbase ? [] : inputs.map(({ outpoint }) => outpoint.toString('hex')),
      outputs,
    },
  };
}

function merkleRoot(hashes: readonly Buffer[]): Buffer {
  let level = [...hashes];
  while (level.length > 1) {
    const next: Buffer[] = [];
    for (let i = 0; i < level.length; i += 2) {
      const left = level[i] ?? Buffer.alloc(0);
      next.push(doubleSha256(Buffer.concat([left, level[i + 1] ?? left])));
    }
    level = next;
  }
  return level[0] ?? Buffer.alloc(32);
}

function heightOf(script: Buffer, version: number): number | null {
  const length = script[0] ?? 0;
  if (version < 2 || length < 1 || length > 4 || script.length <= length) return null;
  const height = script.readUIntLE(1, length);
  return height >= BIP34_HEIGHT ? height : null;
}
