import { amlOperations } from './aml.ts';
import { applicantOperations } from './applicants.ts';
import { creditOperations } from './credits.ts';
import { deepfakeOperations } from './deepfake.ts';
import { keyOperations } from './keys.ts';
import { kytOperations } from './kyt.ts';
import type { Operation } from './operation.ts';
import { verificationOperations } from './verifications.ts';
import { webhookOperations } from './webhooks.ts';

/** Every operation of the public API, in the order of the reference. */
export const OPERATIONS: readonly Operation[] = [
  ...keyOperations,
  ...applicantOperations,
  ...verificationOperations,
  ...amlOperations,
  ...kytOperations,
  ...creditOperations,
  ...deepfakeOperations,
  ...webhookOperations,
];
