import { randomBytes, randomInt } from 'node:crypto';
import type { FileKind } from '../../../contract/verifications.ts';
import { VERIFICATION_TRIES } from '../../../contract/verifications.ts';
import { audit } from '../../../platform/audit/audit.ts';
import { type CallContext, systemContext } from '../../../platform/context.ts';
import type { Environment } from '../../../contract/enums.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { invalid, invalidState } from '../../../platform/http/errors.ts';
import type { Services } from '../../../platform/module.ts';
import { type ConsentText, consentTexts, findOrganization, settingsOf } from '../../organizations/index.ts';
import { captureUrl, isToken, tokenHash } from '../capture-token.ts';
import type { VerificationCommands } from '../commands.ts';
import { expireOne } from '../lifecycle.ts';
import { findVerification, lockVerification } from '../store.ts';
import { isOverdue, OPEN, requireStatus, type VerificationRow } from '../verification.ts';
import { digest, kindsOf, newChallenge, noCapture, type Phase, phaseOf, type Turn } from './rules.ts';
import * as store from './store.ts';

/** What the applicant's page is told: what to ask for next and how it stands, and nothing of the findings. */
export interface CaptureState {
  phase: Phase;
  sandbox: boolean;
  /** Who asks for the verification. */
  organization: string;
  /** Whether the page's address can be opened on another device. */
  phone: boolean;
  locale: string | null;
  consent: boolean;
  /** What the organisation asks people to agree to, by language, while they are asked; the rest is in the page's words. */
  consentTexts: Readonly<Record<string, ConsentText>>;
  /** Whether faces are compared, and whether the organisation keeps numbers that describe them. */
  faces: boolean;
  templates: boolean;
  steps: { kind: FileKind; required: boolean; present: boolean; issue: string | null }[];
  tries: number;
  triesLeft: number;
  expiresAt: string;
}

/** Addresses that lead to the device itself. */
const LOOPBACK = /^https?:\/\/(localhost|127\.|\[::1\])/i;

export interface IssuedCapture {
  nonce: string;
  kind: FileKind;
  /** For frames: which way to turn the head, one after the other; null without a challenge. */
  turns: readonly Turn[] | null;
}

export type Capture = store.CaptureRow;

/** What a person agreed to. */
export interface GivenConsent {
  language: string;
  /** SHA-256 of the organisation's text that was shown; null where the page's own words were. */
  shown: string | null;
  /** The same of the page's own words in that language. */
  ownWords: string;
}

/** What the applicant can do on the page, apart from sending pictures. */
export interface CaptureDesk {
  /** @throws ApiError NOT_FOUND for a token that was never given out, or in the other environment */
  open(token: string, environment: Environment): Promise<Capture>;
  state(capture: Capture): Promise<CaptureState>;
  /** @throws ApiError INVALID_STATE: the person was shown another text than the one in force */
  consent(capture: Capture, requestId: string, given: GivenConsent): Promise<void>;
  /** Opens one capture; the one before of the same kind is void. */
  begin(capture: Capture, kind: FileKind, assisted: boolean): Promise<IssuedCapture>;
  submit(capture: Capture, requestId: string): Promise<void>;
  cancel(capture: Capture, requestId: string): Promise<void>;
  /** The page's own address, to be continued on a phone. */
  address(capture: Capture, token: string): string;
}

/** The applicant acts, known by the verification alone. */
export const contextOf = (capture: Capture, requestId: string, now: Date): CallContext => ({
  ...systemContext({ organizationId: capture.organizationId, environment: capture.environment }, now, {
    type: 'APPLICANT',
    id: capture.verificationId,
  }),
  requestId,
});

/** Locks a verification that still takes pictures, and its page. @throws ApiError NOT_FOUND, INVALID_STATE */
export async function lockOpen(
  transaction: Transaction,
  capture: Capture,
  now: Date,
  what: string,
): Promise<{ row: VerificationRow; locked: Capture }> {
  const row = await lockVerification(transaction, capture, capture.verificationId);
  const locked = await store.lockCapture(transaction, capture, capture.verificationId);
  if (!row || !locked) throw noCapture();
  requireStatus(row, OPEN, now, what);
  return { row, locked };
}

export const requireConsent = (capture: Capture): void => {
  if (!capture.consentAt) {
    throw invalidState('The person must agree before the first picture is taken.', 'CREATED', OPEN, {
      missing: ['consent'],
    });
  }
};

export function captureDesk(services: Services, commands: VerificationCommands): CaptureDesk {
  const { db, clock, config } = services;

  return {
    async open(token, environment) {
      const found = isToken(token) ? await store.findCaptureByToken(db, tokenHash(token)) : undefined;
      if (!found || found.environment !== environment) throw noCapture();
      return found;
    },

    async state(capture) {
      const [found, organization, settings, texts] = await Promise.all([
        findVerification(db, capture, capture.verificationId),
        findOrganization(db, capture.organizationId),
        settingsOf(db, capture.organizationId),
        capture.consentAt === null ? consentTexts(db, capture.organizationId) : {},
      ]);
      const row =
        found && isOverdue(found, clock.now()) ? await expireOne(services, capture, found.id, clock.now()) : found;
      if (!row) throw noCapture();
      const phase = phaseOf(row);
      const present = new Set(row.files.map((file) => file.kind));
      const issues = new Map(row.uploadIssues.map(({ kind, reason }) => [kind, reason]));
      const faces = row.profileType !== 'DOCUMENT';
      return {
        phase,
        sandbox: capture.environment === 'TEST',
        organization: organization?.name ?? '',
        phone: !LOOPBACK.test(captureUrl(config, capture, '')),
        locale: row.locale,
        consent: capture.consentAt !== null,
        consentTexts: phase === 'CAPTURE' ? texts : {},
        faces,
        templates: row.profileType === 'BIOMETRIC' && settings['verifications.duplicateFaces'] === true,
        steps:
          phase === 'CAPTURE'
            ? kindsOf(row).map(({ kind, required }) => ({
                kind,
                required,
                present: present.has(kind),
                issue: present.has(kind) ? null : (issues.get(kind) ?? null),
              }))
            : [],
        tries: row.tries,
        triesLeft: Math.max(0, VERIFICATION_TRIES - row.tries),
        expiresAt: row.expiresAt.toISOString(),
      };
    },

    consent: (capture, requestId, { language, shown, ownWords }) =>
      db.transaction(async (transaction) => {
        const now = clock.now();
        const { locked } = await lockOpen(transaction, capture, now, 'agreed to');
        if (locked.consentAt) return;
        const texts: Readonly<Record<string, ConsentText>> = await consentTexts(transaction, capture.organizationId);
        const text = texts[language];
        if (shown !== (text?.hash ?? null)) {
          throw invalidState('The text was changed while it was read; show the one in force.', 'CREATED', OPEN, {
            missing: ['consent'],
          });
        }
        const agreed = {
          consentLanguage: language,
          consentVersion: text?.version ?? null,
          consentHash: text?.hash ?? ownWords,
        };
        transaction.defer(store.updateCapture({ ...locked, consentAt: now, ...agreed }));
        audit(transaction, contextOf(capture, requestId, now), {
          action: 'verification.consent',
          resourceId: capture.verificationId,
          details: { language, version: agreed.consentVersion, hash: agreed.consentHash },
        });
      }),

    begin: (capture, kind, assisted) =>
      db.transaction(async (transaction) => {
        const now = clock.now();
        const { row, locked } = await lockOpen(transaction, capture, now, 'given pictures');
        requireConsent(locked);
        if (!kindsOf(row).some((step) => step.kind === kind)) {
          throw invalid('/kind', 'INVALID_VALUE', 'is not asked for in this verification');
        }
        const nonce = randomBytes(24).toString('base64url');
        const turns = kind === 'LIVENESS_FRAME' && !assisted ? newChallenge(randomInt) : null;
        const issued = {
          nonce: digest(nonce).toString('hex'),
          turns,
          assisted: kind === 'LIVENESS_FRAME' && assisted,
          frames: 0,
          issuedAt: now.toISOString(),
        };
        transaction.defer(store.updateCapture({ ...locked, issued: { ...locked.issued, [kind]: issued } }));
        return { nonce, kind, turns };
      }),

    async submit(capture, requestId) {
      await db.transaction(async (transaction) => {
        const now = clock.now();
        const { locked } = await lockOpen(transaction, capture, now, 'submitted');
        requireConsent(locked);
        await commands.submit(contextOf(capture, requestId, now), transaction, capture.verificationId);
      });
    },

    async cancel(capture, requestId) {
      await db.transaction((transaction) =>
        commands.cancel(contextOf(capture, requestId, clock.now()), transaction, capture.verificationId),
      );
    },

    address: (capture, token) => captureUrl(config, capture, token),
  };
}
