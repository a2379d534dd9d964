import * as contract from '../../../contract/dashboard/privacy.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import { type Endpoint, read, write } from '../../../platform/http/endpoint.ts';
import { invalid } from '../../../platform/http/errors.ts';
import type { Services } from '../../../platform/module.ts';
import {
  beforeOf,
  type ConsentTextRow,
  consentTextsOf,
  parseSetting,
  type RetentionPart,
  setConsentText,
  SettingError,
} from '../../organizations/index.ts';
import { namesOfActors } from '../details/store.ts';

/** What people are asked to agree to, and how long things are kept. */
export function privacyEndpoints({ db }: Services, parts: readonly RetentionPart[]): Endpoint[] {
  const present = async (
    from: Queryable,
    organizationId: string,
    rows: readonly ConsentTextRow[],
  ): Promise<contract.ConsentVersion[]> => {
    const names = await namesOfActors(
      from,
      organizationId,
      rows.map(({ author }) => author),
    );
    const newest = new Set<string>();
    return rows.map(({ author, createdAt, ...row }) => {
      const inForce = !newest.has(row.language);
      newest.add(row.language);
      const name = names.get(author);
      return {
        ...row,
        inForce,
        author: name === undefined ? null : { userId: author, name },
        createdAt: createdAt.toISOString(),
      };
    });
  };

  return [
    read(contract.getConsentTexts, async (call) => ({
      versions: await present(db, call.organizationId, await consentTextsOf(db, call.organizationId)),
    })),

    write(contract.setConsentText, async (call, transaction) => {
      const row = await setConsentText(transaction, call, call.body);
      const [version] = await present(transaction, call.organizationId, [row]);
      if (!version) throw new Error('A text that was put in force is gone');
      return version;
    }),

    read(contract.previewRetention, async (call) => {
      const asked = Object.entries(call.body.days).map(([name, days]) => ({
        name: name as contract.RetentionSetting,
        days: requireDays(name, days),
      }));
      return {
        erases: await Promise.all(
          asked.map(async ({ name, days }) => {
            const part = parts.find(({ setting }) => setting === name);
            if (!part) throw new Error(`Nothing is erased by ${name}`);
            if (days === 0) return { name, days, count: 0, more: false, oldestAt: null };
            const { count, oldestAt, more = false } = await part.due(db, call.organizationId, beforeOf(days, call.now));
            return { name, days, count, more, oldestAt: oldestAt?.toISOString() ?? null };
          }),
        ),
      };
    }),
  ];
}

function requireDays(name: string, days: unknown): number {
  try {
    return Number(parseSetting(name, String(days)).value);
  } catch (error) {
    if (error instanceof SettingError) throw invalid(`/days/${name}`, 'INVALID_VALUE', error.message);
    throw error;
  }
}
