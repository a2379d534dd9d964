import type { RetentionSetting } from '../../../contract/dashboard/privacy.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import type { Module, Services } from '../../../platform/module.ts';
import { settingsOf } from '../settings.ts';
import { listOrganizations } from '../store.ts';

/** What would go: how much, and since when the oldest of it is there. */
export interface Due {
  count: number;
  oldestAt: Date | null;
  /** There are more: counting ended before their end. */
  more?: boolean;
}

/** One kind of things that are erased once an organisation has kept them long enough; each module brings its own. */
export interface RetentionPart {
  setting: RetentionSetting;
  /** What of an organisation is older than that, in both environments. */
  due(db: Queryable, organizationId: string, before: Date): Promise<Due>;
  /** Erases some of it, in transactions of its own. @returns whether there may be more */
  erase(organizationId: string, before: Date, now: Date): Promise<boolean>;
}

const DAY_MS = 86_400_000;
const TASK = 'organizations.retain';
/** Of one part of one organisation in one run; what is left is the next run's. */
const MOST_ROUNDS = 200;

export const beforeOf = (days: number, now: Date): Date => new Date(now.getTime() - days * DAY_MS);

/** Erases what organisations have kept as long as they wanted to, every hour. */
export function retentionModule(services: Services, parts: readonly RetentionPart[]): Module {
  const { db, clock, log } = services;
  const retain = async (): Promise<void> => {
    const now = clock.now();
    for (const { id } of await listOrganizations(db)) {
      const settings = await settingsOf(db, id);
      for (const part of parts) {
        const days = Number(settings[part.setting]);
        if (days === 0) continue;
        for (let round = 0; round < MOST_ROUNDS; round += 1) {
          if (!(await part.erase(id, beforeOf(days, now), now))) break;
        }
        log.debug({ organizationId: id, setting: part.setting }, 'kept as long as wanted');
      }
    }
  };
  return {
    name: 'retention',
    endpoints: [],
    tasks: { [TASK]: retain },
    schedules: [{ task: TASK, cron: '37 * * * *' }],
  };
}
