/**
 * Signatures of webhook deliveries, in two forms over the same bytes: the service's own `X-Service-Signature` and the
 * headers of the Standard Webhooks specification 1.0, so that receivers can verify with an off-the-shelf library.
 */
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
export const MIN_SECRET_LENGTH = 16;
export const MAX_SECRET_LENGTH = 256;

/** A new secret: `whsec_` and 32 random bytes in base64. */
export function generateSecret(random: (size: number) => Uint8Array = randomBytes): string {
  return PREFIX + Buffer.from(random(32)).toString('base64');
}

function decodeCanonicalBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return text !== '' && bytes.toString('base64') === text ? bytes : undefined;
}

/**
 * Why `secret` cannot be a webhook secret, or undefined where it can: 16 to 256 characters of well-formed text without
 * control characters.
 */
export function secretProblem(secret: string): string | undefined {
  const length = Array.from(secret).length;
  if (length < MIN_SECRET_LENGTH || length > MAX_SECRET_LENGTH) {
    return `The secret must have ${MIN_SECRET_LENGTH} to ${MAX_SECRET_LENGTH} characters.`;
  }
  if (!secret.isWellFormed() || /\p{Cc}/u.test(secret)) {
    return 'The secret must be well-formed text without control characters.';
  }
  return undefined;
}

/**
 * The key of `webhook-signature`: the decoded base64 behind `whsec_`, or the UTF-8 bytes of any other secret, one that
 * has the prefix and no base64 behind it included (libraries cannot take such a one; the other header serves then).
 */
function standardKey(secret: string): Buffer {
  const decoded = secret.startsWith(PREFIX) ? decodeCanonicalBase64(secret.slice(PREFIX.length)) : undefined;
  return decoded ?? Buffer.from(secret, 'utf8');
}

/** `sha256=` and the hexadecimal HMAC-SHA256 of `body`, keyed with the UTF-8 text of the secret, prefix and all. */
export function serviceSignature(body: Uint8Array, secret: string): string {
  return `sha256=${createHmac('sha256', Buffer.from(secret, 'utf8')).update(body).digest('hex')}`;
}

/** `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`, keyed as Standard Webhooks says. */
export function standardSignature(body: Uint8Array, deliveryId: string, timestamp: number, secret: string): string {
  const mac = createHmac('sha256', standardKey(secret)).update(`${deliveryId}.${timestamp}.`).update(body);
  return `v1,${mac.digest('base64')}`;
}

export interface SignatureInput {
  /** Exactly the bytes that are sent. */
  readonly body: Uint8Array;
  readonly deliveryId: string;
  /** Time of the attempt in whole Unix seconds. */
  readonly timestamp: number;
  /** The current (in an overlap: the new) secret. */
  readonly secret: string;
  /** The old secret while the overlap of a rotation lasts. */
  readonly previousSecret?: string | undefined;
}

/**
 * The signature headers of one attempt. While a rotation's overlap lasts, `X-Service-Signature` stays on the old secret
 * and `webhook-signature` carries one signature per secret, the old one first: libraries try all of them, and a
 * receiver that reads only the first still holds the old secret.
 */
export function signatureHeaders(input: SignatureInput): Record<string, string> {
  if (!Number.isSafeInteger(input.timestamp)) throw new TypeError('the signature timestamp must be whole seconds');
  const { body, deliveryId, timestamp, secret, previousSecret } = input;
  const secrets = previousSecret === undefined ? [secret] : [previousSecret, secret];
  return {
    'X-Service-Signature': serviceSignature(body, previousSecret ?? secret),
    'webhook-id': deliveryId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((each) => standardSignature(body, deliveryId, timestamp, each)).join(' '),
  };
}
