/** Everything the service needs to send HTTP to addresses that customers chose, safely. */
export {
  checkUrl,
  isAllowedAddress,
  isPublicAddress,
  MAX_URL_LENGTH,
  type CheckedUrl,
  type GuardPolicy,
  type UrlRefusal,
  type UrlRefusalCode,
} from './address-guard.ts';
export {
  checkDestination,
  createDnsLookup,
  resolveAllowed,
  type Lookup,
  type Resolution,
  type ResolveOptions,
} from './resolve.ts';
export {
  ATTEMPT_TIMEOUT_MS,
  Sender,
  type AttemptError,
  type SenderOptions,
  type SendRequest,
  type SendResult,
} from './send.ts';
export {
  generateSecret,
  MAX_SECRET_LENGTH,
  MIN_SECRET_LENGTH,
  secretProblem,
  serviceSignature,
  signatureHeaders,
  standardSignature,
  type SignatureInput,
} from './signature.ts';
export { partitionSourceAddresses } from './source-addresses.ts';
