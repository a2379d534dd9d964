import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { addressOfScript, type Blockchain } from '../../../engines/wallets/index.ts';
import { refusedAt } from '../refused.ts';
import { HEADER_BYTES, hasWork, outpointOf, type RawBlock, readBlock } from './block.ts';
import { chainOf, type FoundBlock } from './block-order.ts';
import { unnamed } from './coins.ts';
import type { ChainRecord, Owner } from './transfer.ts';
import { AddressReader } from './parse.ts';

const MAGIC = 0xd9b4bef9;
const MOST_BYTES = 512 * 2 ** 20;
const LARGEST_BLOCK = 32 * 2 ** 20;

/** What a file of blocks is read against: its place, and the blocks that were taken in before. */
export interface FileContext {
  path: string;
  heightOf(hash: string): Promise<number | undefined>;
  /** The hash of the block at a height. */
  blockAt(height: number): Promise<string | undefined>;
}

/**
 * Reads a file of blocks as Bitcoin Core keeps them (blk00000.dat …), whole, since blocks do not lie in order: a block
 * is read after the one before it where both are in the file. Of blocks that compete for a height, those of the longest
 * branch of the file are read; a shorter one replaces nothing. Where `xor.dat` lies beside, the file is unmasked with
 * it. Import the files in the order of their numbers: an input whose output was not taken in before counts as unknown.
 * @throws ImportRefused naming the place in the file
 */
export async function* readBlockFile(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  blockchain: Blockchain,
  context: FileContext,
): AsyncGenerator<ChainRecord[]> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > MOST_BYTES)
      throw refusedAt(name, `is larger than ${MOST_BYTES / 2 ** 20} MiB, and so no file of blocks.`);
    parts.push(chunk);
  }
  const bytes = Buffer.concat(parts, size);
  unmask(bytes, await maskBeside(context.path));
  const { blocks, end } = cut(bytes, name);
  const addresses = new AddressReader(blockchain);
  for (const { start, raw, hash, height } of await chainOf(blocks, context)) {
    const place = `${name} byte ${start}`;
    let block: RawBlock;
    try {
      block = readBlock(raw);
    } catch (error) {
      throw refusedAt(place, `the block is damaged: ${error instanceof Error ? error.message : 'unreadable'}.`);
    }
    yield recordsOf({ ...block, height: block.height ?? height }, hash, blockchain, addresses, place);
  }
  if (end !== null) throw refusedAt(`${name} byte ${end}`, 'the file breaks off. What stood before it was taken in.');
}

function recordsOf(
  { time, height, transactions }: RawBlock,
  blockHash: string,
  blockchain: Blockchain,
  addresses: AddressReader,
  place: string,
): ChainRecord[] {
  return transactions.map(({ txid, coinbase, spent, outputs }) => {
    const hash = Buffer.from(txid, 'hex').reverse();
    const created = outputs.map(({ value, script }, position) => {
      const address = addressOfScript(script, blockchain)?.canonical;
      const owner: Owner = address ? addresses.read(address, place) : unnamed(txid, `vout ${position}`);
      return { outpoint: outpointOf(hash, position), owner, value };
    });
    return {
      identity: txid,
      transfers: [],
      height,
      blockHash,
      together: [],
      pending: {
        transaction: { txid, time, height, coinbase },
        spent,
        created,
        place: `${place}, transaction ${txid}`,
      },
    };
  });
}

/**
 * The blocks of a file: each after the magic number and its size; zeros fill the rest. `end` is where it breaks off.
 * A file may also be one block alone, as `getblock HASH 0` gives it.
 */
function cut(bytes: Buffer, name: string): { blocks: FoundBlock[]; end: number | null } {
  if (bytes.length > HEADER_BYTES && bytes.readUInt32LE(0) !== MAGIC && hasWork(bytes.subarray(0, HEADER_BYTES)))
    return { blocks: [{ start: 0, raw: bytes }], end: null };
  const blocks: FoundBlock[] = [];
  let at = 0;
  while (at + 8 <= bytes.length) {
    const magic = bytes.readUInt32LE(at);
    if (magic === 0 && bytes.subarray(at).every((byte) => byte === 0)) return { blocks, end: null };
    const length = bytes.readUInt32LE(at + 4);
    if (magic !== MAGIC || length < 81 || length > LARGEST_BLOCK) {
      const hint =
        blocks.length === 0
          ? ' Is it a blk…dat file of Bitcoin Core, or one block as it is? A masked file needs its xor.dat beside it.'
          : '';
      throw refusedAt(`${name} byte ${at}`, `no block begins here.${hint}`);
    }
    if (at + 8 + length > bytes.length) return { blocks, end: at };
    blocks.push({ start: at, raw: bytes.subarray(at + 8, at + 8 + length) });
    at += 8 + length;
  }
  return { blocks, end: bytes.subarray(at).every((byte) => byte === 0) ? null : at };
}

function unmask(bytes: Buffer, mask: Buffer | null): void {
  if (!mask) return;
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = (bytes[i] ?? 0) ^ (mask[i % mask.length] ?? 0);
}

/** The mask that Bitcoin Core (28 and later) lays over its block files. */
async function maskBeside(path: string): Promise<Buffer | null> {
  try {
    const mask = await readFile(join(dirname(path), 'xor.dat'));
    return mask.length === 8 && mask.some((byte) => byte !== 0) ? mask : null;
  } catch {
    return null;
  }
}
