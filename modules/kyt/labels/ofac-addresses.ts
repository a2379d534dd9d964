import { basename } from 'node:path';
import { refusedAt } from '../refused.ts';
import { keyByCurrency } from './label.ts';
import type { ReadPack } from './pack.ts';

const LIST = 'OFAC SDN';

/**
 * Reads the sanctioned addresses of one currency: a JSON list of texts, the currency in the file's name
 * (`sanctioned_addresses_XBT.json`).
 * @throws ImportRefused where it is none
 */
export function readOfacAddresses(text: string, path: string): ReadPack {
  const name = basename(path);
  const currency = /(?:^|[_-])([A-Za-z0-9]{2,10})\.json$/.exec(name)?.[1]?.toUpperCase();
  if (!currency) {
    throw refusedAt(name, 'does not say its currency. Name the file as the list does: sanctioned_addresses_XBT.json.');
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw refusedAt(name, 'is no valid JSON; it may be cut short. Fetch it again, then import it again.');
  }
  if (!Array.isArray(parsed)) throw refusedAt(name, 'is no list of addresses. Import the file of one currency.');
  const pack: ReadPack = { pack: `ofac-addresses ${currency}`, replaces: true, labels: [], skipped: 0 };
  parsed.forEach((address: unknown, i) => {
    if (typeof address !== 'string') throw refusedAt(`${name}, entry ${i + 1}`, 'is no text.');
    const addressKey = keyByCurrency(address.trim(), currency);
    if (addressKey === undefined) {
      pack.skipped += 1;
      return;
    }
    pack.labels.push({
      addressKey,
      category: 'SANCTIONS',
      entity: 'OFAC sanctioned address',
      confidence: 100,
      source: `${LIST}, digital currency addresses (${currency})`,
      definesCluster: false,
      sanction: { list: LIST, program: null, entityId: null, listedAt: null },
      since: null,
    });
  });
  return pack;
}
