import { checksumEvm } from '../../engines/wallets/index.ts';

const LOWER_EVM = /^0x[0-9a-f]{40}$/;
const REMEMBERED = 20_000;
const shown = new Map<string, string>();

/** An address as people write it: imports leave the checksum of EVM addresses out where the file has none. */
export function presentAddress(stored: string): string {
  if (!LOWER_EVM.test(stored)) return stored;
  const known = shown.get(stored);
  if (known !== undefined) return known;
  if (shown.size >= REMEMBERED) shown.clear();
  const address = checksumEvm(Buffer.from(stored.slice(2), 'hex'));
  shown.set(stored, address);
  return address;
}
