import { generateKeyPairSync, type KeyObject, sign as signBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { initSync, WasmBuilder } from '@contentauth/c2pa-wasm';

/** For tests: signs pictures with Content Credentials of a certificate authority that exists for one run only. */

const der = (tag: number, ...contents: Uint8Array[]): Buffer => {
  const content = Buffer.concat(contents);
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
};
const sequence = (...parts: Uint8Array[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const octets = (...parts: Uint8Array[]): Buffer => der(0x04, ...parts);
const TRUE = Buffer.from([1, 1, 255]);
const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'));
const time = (text: string): Buffer => der(0x18, Buffer.from(text));
const name = (common: string): Buffer =>
  sequence(
    der(0x31, sequence(oid('55040a'), der(0x0c, Buffer.from('Test only')))),
    der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(common)))),
  );
const extension = (id: string, value: Buffer, critical = false): Buffer =>
  sequence(oid(id), ...(critical ? [TRUE] : []), octets(value));
const keyIdentifier = Buffer.alloc(20, 7);
const AUTHORITY = [
  extension('551d13', sequence(TRUE), true),
  extension('551d0f', der(0x03, Buffer.from([1, 0x06])), true),
  extension('551d0e', octets(keyIdentifier)),
];
/** Digital signature, e-mail protection: what C2PA asks of a signer. */
const SIGNER = [
  extension('551d13', sequence(), true),
  extension('551d0f', der(0x03, Buffer.from([7, 0x80])), true),
  extension('551d25', sequence(oid('2b06010505070304'))),
  extension('551d0e', octets(Buffer.alloc(20, 9))),
  extension('551d23', sequence(der(0x80, keyIdentifier))),
];

function certificate(
  serial: number,
  issuer: string,
  subject: string,
  key: KeyObject,
  by: KeyObject,
  extensions: Buffer[],
): Buffer {
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([serial])),
    ECDSA_SHA256,
    name(issuer),
    sequence(time('20200101000000Z'), time('21200101000000Z')),
    name(subject),
    key.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = signBytes('sha256', body, by);
  return sequence(body, ECDSA_SHA256, der(0x03, Buffer.from([0]), signature));
}

/** CBOR (RFC 8949), as much as COSE (RFC 9052) takes. */
const head = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
};
const byteString = (bytes: Uint8Array): Buffer =>
  bytes.length < 65_536
    ? Buffer.concat([head(2, bytes.length), bytes])
    : Buffer.concat([Buffer.from([0x5a]), uint32(bytes.length), bytes]);
const textString = (text: string): Buffer => Buffer.concat([head(3, text.length), Buffer.from(text)]);
const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const RESERVED = 8192;

function coseSign1(payload: Uint8Array, key: KeyObject, leaf: Buffer): Uint8Array {
  const header = Buffer.concat([head(5, 2), head(0, 1), head(1, 6), head(0, 33), head(4, 1), byteString(leaf)]);
  const signed = Buffer.concat([
    head(4, 4),
    textString('Signature1'),
    byteString(header),
    byteString(Buffer.alloc(0)),
    byteString(payload),
  ]);
  const signature = signBytes('sha256', signed, { key, dsaEncoding: 'ieee-p1363' });
  const padded = (pad: number): Buffer =>
    Buffer.concat([
      Buffer.from([0xd2]),
      head(4, 4),
      byteString(header),
      head(5, 1),
      textString('pad'),
      byteString(Buffer.alloc(pad)),
      Buffer.from([0xf6]),
      byteString(signature),
    ]);
  let pad = RESERVED - padded(0).length;
  while (padded(pad).length > RESERVED) pad -= 1;
  return new Uint8Array(padded(pad));
}

/** The library reads blobs as browsers' workers do, at once; Node's own have no such way. */
const held = new WeakMap<Blob, Uint8Array>();
class ReadableBlob extends Blob {
  constructor(bytes: Uint8Array) {
    super([new Uint8Array(bytes)]);
    held.set(this, bytes);
  }
  override slice(from = 0, to = this.size): Blob {
    return new ReadableBlob((held.get(this) ?? new Uint8Array()).subarray(from, to));
  }
}
class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer {
    return new Uint8Array(held.get(blob) ?? []).buffer;
  }
}

export interface TestSigner {
  /** The authority's certificate, PEM: a trust list. */
  anchor: string;
  /** @param digitalSourceType last part of the vocabulary's address */
  sign(picture: Uint8Array, mediaType: string, digitalSourceType: string): Promise<Uint8Array>;
}

export function testSigner(): TestSigner {
  Object.assign(globalThis, { FileReaderSync });
  initSync({ module: readFileSync(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))) });
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signer = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const root = certificate(1, 'Test anchor', 'Test anchor', authority.publicKey, authority.privateKey, AUTHORITY);
  const leaf = certificate(2, 'Test anchor', 'Test signer', signer.publicKey, authority.privateKey, SIGNER);
  const lines = root.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    anchor: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    async sign(picture, mediaType, digitalSourceType) {
      const source = `http://cv.iptc.org/newscodes/digitalsourcetype/${digitalSourceType}`;
      const actions = [{ action: 'c2pa.created', digitalSourceType: source }];
      const definition = {
        claim_generator_info: [{ name: 'test' }],
        format: mediaType,
        assertions: [{ label: 'c2pa.actions.v2', data: { actions } }],
      };
      const settings = { verify: { verify_after_sign: false }, builder: { thumbnail: { enabled: false } } };
      const builder = WasmBuilder.fromJson(JSON.stringify(definition), JSON.stringify(settings));
      const by = {
        alg: 'es256',
        reserveSize: RESERVED,
        sign: async (bytes: Uint8Array) => new Uint8Array(coseSign1(bytes, signer.privateKey, leaf)),
      };
      return builder.sign(by, [], mediaType, new ReadableBlob(picture));
    },
  };
}
