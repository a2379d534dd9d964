import { audit } from '../../platform/audit/audit.ts';
import { type Actor, systemContext } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/sql.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { lockOrganization, readSettings, writeSetting } from './store.ts';

interface Kind {
  read(text: string): boolean | number | undefined;
  /** What it may be, for people. */
  takes: string;
  /** Of a number. */
  range?: { least: number; most: number };
  /** What 0 means, beside the range. */
  zero?: string;
}

const flag: Kind = { read: (text) => ({ true: true, false: false })[text], takes: 'true or false' };
const whole = (least: number, most: number): Kind => ({
  range: { least, most },
  read: (text) => (/^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined),
  takes: `a whole number from ${least} to ${most}`,
});

/** Days after which something is erased; 0: not by themselves. */
const days = (least: number, most: number, zero: string): Kind => ({
  range: { least, most },
  zero,
  read: (text) => (text === '0' ? 0 : whole(least, most).read(text)),
  takes: `a whole number from ${least} to ${most}, or 0: ${zero}`,
});

/** Every setting of an organisation: what it takes, what holds without it, and what it does. */
export const SETTINGS = {
  'verifications.duplicateFaces': {
    kind: flag,
    fallback: false,
    does: 'keeps encrypted face templates and looks for the same face under another applicant; needs the consent of the people concerned',
  },
  'verifications.templateDays': {
    kind: whole(1, 3_650),
    fallback: 365,
    does: 'days after which face templates and traces of documents are erased',
  },
  'verifications.fourEyes': { kind: flag, fallback: false, does: 'a review counts once a second reviewer agrees' },
  'kyt.highRiskThreshold': {
    kind: whole(1, 100),
    fallback: 75,
    does: 'score from which a wallet check is told as high risk',
  },
  'screenings.reviewThreshold': {
    kind: whole(0, 100),
    fallback: 0,
    does: 'least score of a match that waits for a decision of staff',
  },
  'screenings.fourEyes': {
    kind: flag,
    fallback: false,
    does: 'a decision that settles a match of a screening counts once a second person agrees',
  },
  'kyt.fourEyes': { kind: flag, fallback: false, does: 'a decision about a wallet counts once a second person agrees' },
  'deepfake.fourEyes': {
    kind: flag,
    fallback: false,
    does: 'a decision about media counts once a second person agrees',
  },
  'queue.verificationHours': {
    kind: whole(1, 720),
    fallback: 24,
    does: 'hours within which a verification that waits for a person is to be decided',
  },
  'queue.screeningHours': { kind: whole(1, 720), fallback: 24, does: 'the same for screenings with open matches' },
  'queue.walletHours': { kind: whole(1, 720), fallback: 24, does: 'the same for wallets of high risk' },
  'queue.mediaHours': { kind: whole(1, 720), fallback: 48, does: 'the same for doubtful media' },
  'team.requireTwoFactor': {
    kind: flag,
    fallback: false,
    does: 'members see nothing before they have a second factor or a passkey',
  },
  'team.idleMinutes': {
    kind: whole(5, 720),
    fallback: 60,
    does: 'minutes without use after which a session of staff ends',
  },
  'retention.verificationMediaDays': {
    kind: days(1, 3_650, 'until the applicant is erased'),
    fallback: 0,
    does: 'days after the end of a verification until its pictures are erased',
  },
  'retention.applicantDays': {
    kind: days(30, 3_650, 'until they are erased by hand'),
    fallback: 0,
    does: 'days after the last thing that happened about an applicant until it is erased',
  },
  'retention.screeningDays': {
    kind: days(30, 3_650, 'until the applicant is erased'),
    fallback: 0,
    does: 'days after a screening until the person in it is erased; level, lists and time stay',
  },
  'retention.deepfakeMediaDays': {
    kind: whole(1, 365),
    fallback: 30,
    does: 'days until media examined for manipulation are erased; results stay',
  },
  'retention.requestLogDays': {
    kind: days(1, 365, 'as long as the operator set'),
    fallback: 0,
    does: 'days until calls of the API are forgotten, where that is sooner than the operator set',
  },
  'kyt.allowIncomplete': {
    kind: flag,
    fallback: false,
    does: 'records what is known where a provider of chain data is down, instead of 503',
  },
} as const satisfies Record<string, { kind: Kind; fallback: boolean | number; does: string }>;
export type SettingName = keyof typeof SETTINGS;
export type SettingValue = boolean | number;

/** Is thrown for a name or value that is none; says which are. */
export class SettingError extends Error {
  override name = 'SettingError';
}

/** @throws SettingError */
export function parseSetting(name: string, text: string): { name: SettingName; value: SettingValue } {
  if (!Object.hasOwn(SETTINGS, name)) {
    throw new SettingError(`There is no setting "${name}"; there are ${Object.keys(SETTINGS).join(', ')}.`);
  }
  const known = name as SettingName;
  const value = SETTINGS[known].kind.read(text);
  if (value === undefined) throw new SettingError(`${name} is "${text}"; set it to ${SETTINGS[known].kind.takes}.`);
  return { name: known, value };
}

/** All settings of an organisation, with what holds where nothing was set. @throws ApiError NOT_FOUND */
export async function settingsOf(db: Queryable, organizationId: string): Promise<Record<SettingName, SettingValue>> {
  const stored = await readSettings(db, organizationId);
  if (!stored) throw new ApiError('NOT_FOUND', 'There is no such organisation.');
  const entries = Object.entries(SETTINGS).map(([name, { fallback }]) => {
    const [group = '', key = ''] = name.split('.');
    const value = stored[group]?.[key];
    return [name, typeof value === typeof fallback ? value : fallback];
  });
  return Object.fromEntries(entries) as Record<SettingName, SettingValue>;
}

/** Changes one setting; running servers apply it with the next thing that it concerns. @throws ApiError NOT_FOUND */
export async function changeSetting(
  transaction: Transaction,
  organizationId: string,
  name: SettingName,
  value: SettingValue,
  now: Date,
  actor: Actor,
): Promise<void> {
  if (!(await lockOrganization(transaction, organizationId))) {
    throw new ApiError('NOT_FOUND', 'There is no such organisation.');
  }
  const before = (await settingsOf(transaction, organizationId))[name];
  await writeSetting(transaction, organizationId, name.split('.'), value);
  audit(transaction, systemContext({ organizationId, environment: 'LIVE' }, now, actor), {
    action: 'organization.set',
    resourceId: organizationId,
    details: { setting: name, from: before, to: value },
  });
}
