import type { Static } from 'typebox';
import {
  DEFAULT_OVERLAP_SECONDS,
  type Webhook,
  type WebhookPatch,
  type WebhookStatus,
} from '../../contract/webhooks.ts';

export interface WebhookRow {
  id: string;
  url: string;
  events: string[];
  description: string | null;
  status: WebhookStatus;
  sealedSecret: Buffer;
  sealedPreviousSecret: Buffer | null;
  previousSecretUntil: Date | null;
  failedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** An endpoint marked FAILED that had no success for this long becomes DISABLED. */
export const DISABLED_AFTER_MS = 5 * 86_400_000;

/** Endpoints of one organisation in one environment; each event is written once for every one that wants it. */
export const MAX_WEBHOOKS = 1_000;

export function changeWebhook(row: WebhookRow, patch: Static<typeof WebhookPatch>, now: Date): WebhookRow {
  const status = patch.status ?? row.status;
  return {
    ...row,
    url: patch.url ?? row.url,
    events: patch.events ?? row.events,
    description: patch.description === undefined ? row.description : patch.description,
    status,
    failedAt: status === 'FAILED' ? row.failedAt : null,
    updatedAt: now,
  };
}

/**
 * The secrets after a rotation. Within an overlap the old secret stays the one that receivers hold for certain, so
 * that a second rotation replaces the new secret and not the old one.
 */
export function rotateSecret(
  row: WebhookRow,
  sealedSecret: Buffer,
  overlapSeconds: number = DEFAULT_OVERLAP_SECONDS,
  now: Date,
): WebhookRow {
  if (overlapSeconds === 0) return { ...promoteSecret(row, now), sealedSecret };
  const held = inOverlap(row, now) ? row.sealedPreviousSecret : row.sealedSecret;
  return {
    ...row,
    sealedSecret,
    sealedPreviousSecret: held,
    previousSecretUntil: new Date(now.getTime() + overlapSeconds * 1000),
    updatedAt: now,
  };
}

export function promoteSecret(row: WebhookRow, now: Date): WebhookRow {
  return { ...row, sealedPreviousSecret: null, previousSecretUntil: null, updatedAt: now };
}

export const inOverlap = (row: Pick<WebhookRow, 'previousSecretUntil'>, now: Date): boolean =>
  row.previousSecretUntil !== null && row.previousSecretUntil > now;

export function present(row: WebhookRow, now: Date): Static<typeof Webhook> {
  return {
    webhookId: row.id,
    id: row.id,
    url: row.url,
    events: row.events,
    description: row.description,
    status: row.status,
    previousSecretExpiresAt: inOverlap(row, now) ? (row.previousSecretUntil?.toISOString() ?? null) : null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
