import type { DocumentEvidence } from '../../engines/identity/index.ts';
import type { Tenant } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/sql.ts';
import type { Module, Services } from '../../platform/module.ts';
import type { ApplicantParticipant } from '../applicants/index.ts';
import { type CaptureDesk, captureDesk, type CaptureUploads, captureUploads } from './capture/index.ts';
import { isToken, tokenHash } from './capture-token.ts';
import { type VerificationCommands, verificationCommands } from './commands.ts';
import { noEngine, type VerificationEngine } from './engine.ts';
import { type Engines, schedules, verificationTasks } from './jobs.ts';
import { registerVerificationMetrics } from './metrics.ts';
import { verificationParticipant } from './participant.ts';
import { present, type VerificationRecord } from './present.ts';
import { verificationEndpoints } from './routes.ts';
import { sandboxEngine } from './sandbox.ts';
import { findEvidence } from './evidence/store.ts';
import * as store from './store.ts';

export type {
  Capture,
  CaptureDesk,
  CaptureState,
  CaptureUploads,
  IssuedCapture,
  NewUpload,
  UploadState,
} from './capture/index.ts';
export type { Incoming, VerificationCommands } from './commands.ts';
export type { Course, ExaminedFile, Examination, Findings, Verdict, VerificationEngine } from './engine.ts';
export { mediaRetention } from './retention/retention.ts';
export { LiveEngine } from './examiner/live.ts';
export { IdentityModelsProblem, readIdentityModels } from './examiner/models.ts';
export { SelfieForensics } from './examiner/selfie-forensics.ts';
export { present as presentVerification, type VerificationRecord } from './present.ts';
export { TRANSITIONS as VERIFICATION_TRANSITIONS, type VerificationRow } from './verification.ts';

export interface VerificationsModule extends Module {
  commands: VerificationCommands;
  participant: ApplicantParticipant;
  /** The applicant's page. */
  capture: { desk: CaptureDesk; uploads: CaptureUploads };
}

/**
 * Identity verifications.
 * @param live who examines in production; without one production answers 503 to new verifications
 */
export function verificationsModule(services: Services, live: VerificationEngine = noEngine): VerificationsModule {
  const engines: Engines = { LIVE: live, TEST: sandboxEngine(services.config.sandboxDelayMs) };
  registerVerificationMetrics(services);
  const commands = verificationCommands(services, engines);
  return {
    name: 'verifications',
    endpoints: verificationEndpoints(services, commands),
    tasks: verificationTasks(services, engines),
    schedules,
    commands,
    participant: verificationParticipant(services),
    capture: { desk: captureDesk(services, commands), uploads: captureUploads(services, commands) },
    stop: async () => live.stop?.(),
  };
}

/** Whose verification a capture page's token is for; undefined for any other text, and once it is closed. */
export async function findCapture(
  db: Queryable,
  token: string,
): Promise<(Tenant & { verificationId: string }) | undefined> {
  return isToken(token) ? store.findByToken(db, tokenHash(token)) : undefined;
}

/**
 * Where each field of a verification's document was read, and its values by source: for a reviewer's eyes, beside the
 * public record. Empty where nothing was kept: in the sandbox, before an examination, of old records, after erasure.
 */
export async function readDocumentEvidence(
  db: Queryable,
  tenant: Tenant,
  verificationId: string,
): Promise<DocumentEvidence> {
  return (await findEvidence(db, tenant, verificationId)) ?? { boxes: [], compared: [] };
}

/** The record of a verification, or undefined. */
export async function readVerification(
  services: Services,
  tenant: Tenant,
  verificationId: string,
): Promise<VerificationRecord | undefined> {
  const row = await store.findVerification(services.db, tenant, verificationId);
  return row && present(services, tenant, row);
}
