import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../../../server/testing.ts';
import { Browser, signInAs } from '../testing/staff.ts';

const SITE = 'http://localhost:8080';
let service: TestService;
before(async () => {
  service = await startTestService({ role: { api: true, worker: false }, env: { PUBLIC_URL: SITE } });
});
after(() => service?.close());

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const base64 = (data: Buffer | string): string => Buffer.from(data).toString('base64url');

/** CBOR (RFC 8949) of what an authenticator says: integers, byte and text strings, maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number): Buffer => {
    if (length < 24) return Buffer.from([(major << 5) | length]);
    if (length < 256) return Buffer.from([(major << 5) | 24, length]);
    return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([key, member]) => [cbor(key), cbor(member as number)]);
  return Buffer.concat([head(5, value.size), ...parts]);
}

/** A device with one passkey, in software. */
class Device {
  readonly #id = randomBytes(32);
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #counter = 0;
  /** Asks for a finger. */
  verifies = true;
  site = SITE;

  #authenticatorData(attested: Buffer): Buffer {
    const flags = 0x01 | (this.verifies ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE((this.#counter += 1));
    return Buffer.concat([sha256('localhost'), Buffer.from([flags]), counter, attested]);
  }

  #client(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.site, crossOrigin: false }));
  }

  register(challenge: string) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const length = Buffer.from([0, this.#id.length]);
    const data = this.#authenticatorData(Buffer.concat([Buffer.alloc(16), length, this.#id, key]));
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', data],
    ]);
    return {
      id: base64(this.#id),
      rawId: base64(this.#id),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64(this.#client('webauthn.create', challenge)),
        attestationObject: base64(cbor(attestation)),
        transports: ['internal'],
      },
    };
  }

  authenticate(challenge: string) {
    const data = this.#authenticatorData(Buffer.alloc(0));
    const client = this.#client('webauthn.get', challenge);
    return {
      id: base64(this.#id),
      rawId: base64(this.#id),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64(client),
        authenticatorData: base64(data),
        signature: base64(sign('sha256', Buffer.concat([data, sha256(client)]), this.#keys.privateKey)),
      },
    };
  }
}

test('a passkey is added, signs in, counts as a second factor, and is taken away', async () => {
  const member = await signInAs(service, 'OFFICER');
  const device = new Device();
  const options = await member.get('/auth/passkey/generate-register-options');
  assert.equal(options.status, 200, options.text);
  assert.equal(options.json.rp.id, 'localhost');
  assert.equal(options.json.authenticatorSelection.userVerification, 'required');
  const added = await member.post('/auth/passkey/verify-registration', {
    response: device.register(options.json.challenge),
    name: 'Laptop',
  });
  assert.equal(added.status, 200, added.text);
  assert.equal((await member.get('/me')).json.data.user.passkeys, 1);

  const signIn = async (browser: Browser, change: Partial<Device> = {}) => {
    const asked = await browser.get('/auth/passkey/generate-authenticate-options');
    assert.equal(asked.json.userVerification, 'required');
    Object.assign(device, { verifies: true, site: SITE, ...change });
    return browser.post('/auth/passkey/verify-authentication', { response: device.authenticate(asked.json.challenge) });
  };
  const browser = new Browser(service);
  const right = await signIn(browser);
  assert.equal(right.status, 200, right.text);
  const me = (await browser.get('/me')).json.data;
  assert.deepEqual([me.user.userId, me.role], [member.userId, 'OFFICER']);

  const unlocked = await signIn(new Browser(service), { verifies: false });
  assert.deepEqual([unlocked.status, unlocked.json.error.details.reason], [401, 'USER_NOT_VERIFIED']);
  const elsewhere = new Browser(service);
  assert.ok((await signIn(elsewhere, { site: 'http://localhost.evil.example' })).status >= 400);
  assert.equal((await elsewhere.get('/me')).status, 401);
  const replayed = device.authenticate('an old challenge');
  assert.ok((await elsewhere.post('/auth/passkey/verify-authentication', { response: replayed })).status >= 400);

  const owner = await signInAs(service, 'OWNER');
  await owner.patch('/settings', { settings: { 'team.requireTwoFactor': true } });
  assert.equal((await browser.get('/live/home')).status, 200);
  assert.equal((await owner.get('/live/home')).status, 403, 'who asked for it has none yet');
  const listed = await member.get('/auth/passkey/list-user-passkeys');
  assert.equal(listed.json.length, 1, listed.text);
  assert.equal((await member.post('/auth/passkey/delete-passkey', { id: listed.json[0].id })).status, 200);
  assert.ok((await signIn(new Browser(service))).status >= 400, 'gone');
});
