import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../../platform/http/errors.ts';
import type { Services } from '../../../platform/module.ts';
import type { Limits, RateLimiter } from '../../../platform/rate-limit/limiter.ts';

/** Tries to sign in, from one address and for one account. */
const FROM_ADDRESS: Limits = { perMinute: 30, perDay: 1_000 };
const FOR_ACCOUNT: Limits = { perMinute: 10, perDay: 100 };

/** Counts what people do before anybody knows who they are. Addresses are kept as keyed digests, for the minute. */
export class SignInLimits {
  readonly #limiter: RateLimiter;
  readonly #vault: Services['vault'];

  constructor(limiter: RateLimiter, vault: Services['vault']) {
    this.#limiter = limiter;
    this.#vault = vault;
  }

  /** @throws ApiError RATE_LIMIT_EXCEEDED */
  fromAddress(request: FastifyRequest): Promise<void> {
    return this.#take(`signin:${this.#vault.pseudonym('client address', request.ip)}`, FROM_ADDRESS);
  }

  /** @throws ApiError RATE_LIMIT_EXCEEDED, whether there is such an account or not */
  forAccount(email: string): Promise<void> {
    return this.#take(`account:${this.#vault.pseudonym('account', email.toLowerCase())}`, FOR_ACCOUNT);
  }

  async #take(subject: string, limits: Limits): Promise<void> {
    const { refusal } = await this.#limiter.take(subject, limits);
    if (!refusal) return;
    throw new ApiError(
      'RATE_LIMIT_EXCEEDED',
      `Too many tries. Try again in ${refusal.retryAfter} s.`,
      { ...refusal },
      { 'Retry-After': String(refusal.retryAfter) },
    );
  }
}
