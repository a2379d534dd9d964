import type { Tenant } from '../../../platform/context.ts';
import type { Services } from '../../../platform/module.ts';
import { Sender, type SendResult, signatureHeaders } from '../../../platform/outbound/index.ts';
import { sharedLookup } from '../../../platform/outbound/callback.ts';
import { callbackSecret, openSecret } from '../secrets.ts';
import { inOverlap } from '../webhook.ts';

/** All that one attempt needs. */
export interface Outgoing extends Tenant {
  deliveryId: string;
  event: string;
  body: string;
  url: string;
  /** Null for the callbackUrl of one resource. */
  endpointId: string | null;
  sealedSecret: Buffer | null;
  sealedPreviousSecret: Buffer | null;
  previousSecretUntil: Date | null;
}

const USER_AGENT = 'Compliance-Verification-Service/3 (webhooks)';
const KEPT_SECRETS = 2_000;
const CALLBACK_SECRET_KEPT_MS = 10_000;

/** Signs and sends single attempts. One per process: it keeps connections and opened secrets. */
export class Attempts {
  readonly #services: Pick<Services, 'db' | 'vault' | 'clock'>;
  readonly #sender: Sender;
  /** By the sealed bytes, which change with the secret. */
  readonly #opened = new Map<string, string>();

  constructor(services: Pick<Services, 'db' | 'vault' | 'clock' | 'config'>, sourceAddresses: readonly string[]) {
    const { config } = services;
    this.#services = services;
    this.#sender = new Sender({
      allowHttp: config.webhookAllowHttp,
      allowPrivate: config.webhookAllowPrivate,
      sourceAddresses,
      lookup: sharedLookup(config.webhookAllowPrivate),
    });
  }

  /** Makes one attempt, with the secrets of this moment. At most five seconds; whatever the receiver does is a result. */
  async make(outgoing: Outgoing, at: Date): Promise<SendResult> {
    const body = Buffer.from(outgoing.body);
    const [secret, previousSecret] = await this.#secrets(outgoing, at);
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': USER_AGENT,
      'X-Service-Event': outgoing.event,
      'X-Service-Delivery': outgoing.deliveryId,
      ...signatureHeaders({
        body,
        deliveryId: outgoing.deliveryId,
        timestamp: Math.floor(at.getTime() / 1000),
        secret,
        previousSecret,
      }),
    };
    return this.#sender.send({ url: outgoing.url, headers, body });
  }

  close(): void {
    this.#sender.close();
  }

  async #secrets(outgoing: Outgoing, at: Date): Promise<[string, string | undefined]> {
    const { endpointId, sealedSecret, sealedPreviousSecret } = outgoing;
    if (endpointId === null || sealedSecret === null) {
      const key = `${outgoing.organizationId} ${outgoing.environment} ${Math.floor(at.getTime() / CALLBACK_SECRET_KEPT_MS)}`;
      return [await this.#keep(key, () => callbackSecret(this.#services, outgoing)), undefined];
    }
    const open = (sealed: Buffer): Promise<string> =>
      this.#keep(sealed.toString('base64'), () => openSecret(this.#services.vault, endpointId, sealed));
    const previous = inOverlap(outgoing, at) && sealedPreviousSecret ? await open(sealedPreviousSecret) : undefined;
    return [await open(sealedSecret), previous];
  }

  async #keep(key: string, open: () => Promise<string>): Promise<string> {
    const known = this.#opened.get(key);
    if (known !== undefined) return known;
    const secret = await open();
    if (this.#opened.size >= KEPT_SECRETS) this.#opened.clear();
    this.#opened.set(key, secret);
    return secret;
  }
}
