import type { EventType } from '../../contract/events.ts';

/** Every event there is; the schemas of the contract stay out of what a browser loads. */
export const EVENT_TYPES = [
  'verification.created',
  'verification.pending_upload',
  'verification.completed',
  'verification.approved',
  'verification.rejected',
  'verification.manual_review',
  'aml.screening_completed',
  'aml.match_found',
  'aml.sanctions_alert',
  'aml.monitoring_alert',
  'deepfake.scan_completed',
  'deepfake.deepfake_detected',
  'deepfake.job_failed',
  'kyt.check_completed',
  'kyt.high_risk_detected',
  'kyt.sanctions_match',
  'kyt.monitoring_alert',
  'credits.low_balance',
  'credits.depleted',
] as const satisfies readonly EventType[];

/** The compiler refuses this file where an event of the contract is missing above. */
type Missing = Exclude<EventType, (typeof EVENT_TYPES)[number]>;
export const complete: [Missing] extends [never] ? true : Missing = true;
