/**
 * First payload byte of UTXO-chain addresses: what kind of output the hash behind it stands for. Two forms of
 * the same hash are two different addresses (other coins), so the kind is part of the canonical bytes.
 */
export const PAYLOAD = {
  P2PKH: 0x00,
  P2SH: 0x05,
  /** Plus the witness version, 0 to 16. */
  WITNESS: 0x80,
  SILENT_PAYMENT: 0xf0,
  MWEB: 0xf1,
} as const;

/** A payload: the kind, then its bytes. */
export function payloadOf(kind: number, bytes: Uint8Array): Uint8Array {
  const payload = new Uint8Array(1 + bytes.length);
  payload[0] = kind;
  payload.set(bytes, 1);
  return payload;
}
