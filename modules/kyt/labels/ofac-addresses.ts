import { basename } from 'node:path';
import { refusedAt } from '../refused.ts';
import { isCurrencyTag, keyByCurrency, readDay } from './label.ts';
import type { ReadPack } from './pack.ts';

const LIST = 'OFAC SDN';

/**
 * Reads the sanctioned addresses of one currency: a JSON list of texts, or of objects {address,
 * listedAt, entity, program, entityId} where those are known, the currency in the file's name
 * (`sanctioned_addresses_XBT.json`).
 * @throws ImportRefused where it is none
 */
export function readOfacAddresses(text: string, path: string): ReadPack {
  const name = basename(path);
  const currency = /(?:^|[_-])([A-Za-z0-9]{2,10})\.json$/.exec(name)?.[1]?.toUpperCase();
  // The list has currencies that the service does not read; under another name than the list's that is a guess.
  if (!currency || !(isCurrencyTag(currency) || /^sanctioned_addresses_/i.test(name))) {
    throw refusedAt(
      name,
      'does not say its currency. Name the file as the list does, such as sanctioned_addresses_XBT.json.',
    );
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw refusedAt(name, 'is no valid JSON; it may be cut short. Fetch it again, then import it again.');
  }
  if (!Array.isArray(parsed)) throw refusedAt(name, 'is no list of addresses. Import the file of one currency.');
  const pack: ReadPack = { pack: `ofac-addresses ${currency}`, replaces: 'ALL', labels: [], skipped: 0 };
  parsed.forEach((entry: unknown, i) => {
    const place = `${name}, entry ${i + 1}`;
    const { address, entity, program, entityId, listedAt } = entryOf(entry, place);
    const addressKey = keyByCurrency(address.trim(), currency);
    if (addressKey === undefined) {
      pack.skipped += 1;
      return;
    }
    pack.labels.push({
      addressKey,
      category: 'SANCTIONS',
      entity: entity ?? 'OFAC sanctioned address',
      confidence: 100,
      source: `${LIST}, digital currency addresses (${currency})`,
      definesCluster: false,
      sanction: { list: LIST, program, entityId, listedAt },
      since: listedAt,
    });
  });
  return pack;
}

interface Entry {
  address: string;
  entity: string | null;
  program: string | null;
  entityId: string | null;
  listedAt: string | null;
}

/** An entry is the address alone, or an object that says more about it. */
function entryOf(entry: unknown, place: string): Entry {
  if (typeof entry === 'string') return { address: entry, entity: null, program: null, entityId: null, listedAt: null };
  const fields = typeof entry === 'object' && entry !== null ? (entry as Readonly<Record<string, unknown>>) : {};
  const text = (...names: string[]): string | null => {
    const value = names.map((one) => fields[one]).find((one) => one !== undefined && one !== null && one !== '');
    if (value === undefined) return null;
    if (typeof value !== 'string' && typeof value !== 'number') throw refusedAt(`${place}, ${names[0]}`, 'is no text.');
    return String(value).slice(0, 500);
  };
  const address = text('address');
  if (address === null) throw refusedAt(place, 'is neither a text nor an object with an address.');
  return {
    address,
    entity: text('entity', 'name'),
    program: text('program'),
    entityId: text('entityId', 'uid'),
    listedAt: readDay(text('listedAt', 'listed_at') ?? '', `${place}, listedAt`),
  };
}
