/** The check of an address that a customer gives, as the refusals of the API. */
import { ApiError, invalid } from '../http/errors.ts';
import type { Services } from '../module.ts';
import { checkDestination, createDnsLookup, type Lookup } from './resolve.ts';

/** One look-up helper per process and kind: it holds sockets to the name servers. */
const lookups = new Map<boolean, Lookup>();

/** DNS, with the system's resolver behind it where private addresses are allowed; shared by the whole process. */
export function sharedLookup(allowPrivate: boolean): Lookup {
  let lookup = lookups.get(allowPrivate);
  if (!lookup) {
    lookup = createDnsLookup({ systemFallback: allowPrivate });
    lookups.set(allowPrivate, lookup);
  }
  return lookup;
}

/**
 * Lets an address pass that deliveries (or fetches) may go to. Takes up to two seconds of DNS, so call it before the
 * first statement of a transaction. A name that does not resolve now passes: it is checked again at every attempt.
 * @param path where the address stands in the request, as a JSON pointer
 * @throws ApiError WEBHOOK_URL_NOT_HTTPS; WEBHOOK_URL_NOT_ALLOWED; VALIDATION_ERROR where it is no usable URL at all
 */
export async function requireAllowedUrl(services: Pick<Services, 'config'>, url: string, path: string): Promise<void> {
  const { webhookAllowHttp, webhookAllowPrivate } = services.config;
  const checked = await checkDestination(url, {
    allowHttp: webhookAllowHttp,
    allowPrivate: webhookAllowPrivate,
    lookup: sharedLookup(webhookAllowPrivate),
  });
  if (checked.ok) return;
  if (checked.code === 'INVALID') throw invalid(path, 'INVALID_FORMAT', checked.message);
  throw new ApiError(checked.code, checked.message, {
    issues: [{ path, code: 'INVALID_VALUE', message: checked.message }],
  });
}
