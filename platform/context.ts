import type { Role } from '../contract/dashboard/roles.ts';
import type { Environment, Plan, Scope } from '../contract/enums.ts';

/** Whose data: every store function takes this first, and every query filters by it. */
export interface Tenant {
  organizationId: string;
  environment: Environment;
}

/** Who acts: a key, a person of the organisation, an operator, the applicant on the capture page, or the service. */
export interface Actor {
  type: 'API_KEY' | 'USER' | 'OPERATOR' | 'APPLICANT' | 'SYSTEM';
  id: string;
}

/** What a use case knows of the call it serves. */
export interface CallContext extends Tenant {
  requestId: string;
  actor: Actor;
  plan: Plan;
  scopes: ReadonlySet<Scope>;
  /** Taken once at the start of the call; decisions use this and no other clock. */
  now: Date;
  /** Where a member of staff calls: by which session and in which role (null: a member of no organisation). */
  staff?: { sessionId: string; role: Role | null };
}

/** The outside world's time; passed in wherever a decision depends on it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A context for work that no request asked for: jobs, schedules, the command line. */
export function systemContext(tenant: Tenant, now: Date, actor: Actor = { type: 'SYSTEM', id: 'system' }): CallContext {
  return { ...tenant, requestId: '', actor, plan: 'ENTERPRISE', scopes: new Set(), now };
}
