import { basename } from 'node:path';
import { parse } from 'csv-parse/sync';
import {
  BLOCKCHAIN_NAMES,
  BLOCKCHAINS,
  CATEGORIES,
  isBlockchain,
  parseAddress,
} from '../../../engines/wallets/index.ts';
import { refusedAt } from '../refused.ts';
import { keyOfAny, keyOn, readDay } from './label.ts';
import type { ReadPack } from './pack.ts';

const COLUMNS = ['address', 'blockchain', 'category', 'entity', 'confidence', 'source'] as const;
/** The day on which the entity was designated, or the address first seen to be its. */
const LISTED_AT = ['listedat', 'listed_at'] as const;

/**
 * Reads labels in the service's own columns, the first row naming them; a column listedAt may stand beside them. The rows
 * are added to what is there; a row for the same address, category and entity replaces the one before, and one of no
 * confidence ends it.
 * @param blockchain of rows that name none; empty: to be told by the form of the address
 * @throws ImportRefused naming the first row that is wrong, and why
 */
export function readOwnCsv(text: string, path: string, blockchain = ''): ReadPack {
  const name = basename(path);
  let rows: { record: string[]; info: { lines: number } }[];
  try {
    rows = parse(text, {
      bom: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      info: true,
    }) as unknown[] as typeof rows;
  } catch (error) {
    throw refusedAt(name, `is no valid CSV (${error instanceof Error ? error.message : 'unreadable'}).`);
  }
  const [header, ...records] = rows;
  const columns = (header?.record ?? []).map((column) => column.toLowerCase());
  const missing = COLUMNS.filter((column) => !columns.includes(column));
  if (missing.length > 0) {
    throw refusedAt(name, `lacks the column(s) ${missing.join(', ')}. The first row names ${COLUMNS.join(', ')}.`);
  }
  const twice = columns.find((column, at) => columns.indexOf(column) !== at && column !== '');
  if (twice !== undefined)
    throw refusedAt(name, `names the column ${twice.slice(0, 50)} twice. Leave one of them out.`);
  const pack: ReadPack = { pack: 'csv', replaces: 'NOTHING', labels: [], skipped: 0 };
  for (const { record, info } of records) {
    const place = `${name} line ${info.lines}`;
    const cell = (column: (typeof COLUMNS)[number] | (typeof LISTED_AT)[number]): string =>
      record[columns.indexOf(column)] ?? '';
    const category = CATEGORIES.find((one) => one === cell('category').toUpperCase());
    if (!category)
      throw refusedAt(place, `"${cell('category').slice(0, 50)}" is no category. Use ${CATEGORIES.join(', ')}.`);
    const confidence = cell('confidence') === '' ? '100' : cell('confidence');
    if (!/^\d{1,3}$/.test(confidence) || Number(confidence) > 100) {
      throw refusedAt(place, 'confidence must be a whole number from 0 to 100.');
    }
    const entity = cell('entity');
    if (entity === '' || entity.length > 500) throw refusedAt(place, 'entity must be a text of 1 to 500 characters.');
    const listedAt = readDay(cell('listedat') || cell('listed_at'), `${place}, listedAt`);
    const source = cell('source').slice(0, 500) || name;
    pack.labels.push({
      addressKey: keyOf(cell('address'), (cell('blockchain') || blockchain).toUpperCase(), place),
      category,
      entity,
      confidence: Number(confidence),
      source,
      definesCluster: false,
      sanction: category === 'SANCTIONS' ? { list: source, program: null, entityId: entity, listedAt } : null,
      since: listedAt,
    });
  }
  return pack;
}

function keyOf(address: string, blockchain: string, place: string): string {
  if (blockchain === '') {
    const key = keyOfAny(address);
    if (key !== undefined) return key;
    throw refusedAt(place, 'the address is malformed, or its form fits several blockchains. Name the blockchain.');
  }
  if (!isBlockchain(blockchain))
    throw refusedAt(place, `"${blockchain.slice(0, 20)}" is no blockchain. Use ${BLOCKCHAINS.join(', ')}.`);
  const verdict = parseAddress(address, blockchain);
  const key = keyOn(address, blockchain);
  if (verdict.valid && key !== undefined) return key;
  throw refusedAt(place, verdict.valid ? `no address of ${BLOCKCHAIN_NAMES[blockchain]}.` : verdict.message);
}
