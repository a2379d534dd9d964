import * as contract from '../../../contract/dashboard/records.ts';
import type { Setting } from '../../../contract/dashboard/index.ts';
import { audit } from '../../../platform/audit/audit.ts';
import { type Endpoint, read, write } from '../../../platform/http/endpoint.ts';
import { invalid } from '../../../platform/http/errors.ts';
import type { Services } from '../../../platform/module.ts';
import {
  changeSetting,
  parseSetting,
  SettingError,
  type SettingName,
  SETTINGS,
  settingsOf,
  type SettingValue,
} from '../../organizations/index.ts';
import { callbackSecret } from '../../webhooks/index.ts';
import { SSO_PROVIDER } from '../auth/auth.ts';
import { moveDueTimes } from '../queue/store.ts';

export function settingEndpoints(services: Services): Endpoint[] {
  const { db, config } = services;
  return [
    read(contract.getSettings, async (call) => {
      const { singleSignOn } = config;
      return {
        settings: present(await settingsOf(db, call.organizationId)),
        singleSignOn: singleSignOn && {
          providerId: SSO_PROVIDER,
          name: singleSignOn.name,
          issuer: singleSignOn.issuer,
        },
      };
    }),
    write(contract.changeSettings, async (call, transaction) => {
      const changes = Object.entries(call.body.settings).map(([name, value]) => readChange(name, value));
      for (const { name, value } of changes) {
        await changeSetting(transaction, call.organizationId, name, value, call.now, call.actor);
      }
      if (changes.some(({ name }) => name.startsWith('queue.'))) await moveDueTimes(transaction, call.organizationId);
      return { settings: present(await settingsOf(transaction, call.organizationId)) };
    }),
  ];
}

export function secretEndpoints(services: Services): Endpoint[] {
  return [
    write(contract.revealCallbackSecret, async (call, transaction) => {
      const secret = await callbackSecret(services, call);
      audit(transaction, call, { action: 'secret.reveal', resourceId: call.organizationId });
      return { secret };
    }),
  ];
}

/** Set as a policy alone: with a version, an author and a reason. */
const POLICIES: ReadonlySet<string> = new Set(['screenings.reviewThreshold']);

function readChange(name: string, value: SettingValue): { name: SettingName; value: SettingValue } {
  if (POLICIES.has(name)) throw invalid(`/settings/${name}`, 'INVALID_VALUE', 'is set as a policy, with a reason');
  try {
    return parseSetting(name, String(value));
  } catch (error) {
    if (error instanceof SettingError) throw invalid(`/settings/${name}`, 'INVALID_VALUE', error.message);
    throw error;
  }
}

function present(values: Readonly<Record<SettingName, SettingValue>>): Setting[] {
  const names = (Object.keys(SETTINGS) as SettingName[]).filter((name) => !POLICIES.has(name));
  return names.map((name) => {
    const { kind, fallback, does } = SETTINGS[name];
    const range = 'range' in kind ? kind.range : undefined;
    return {
      name,
      type: typeof fallback === 'boolean' ? 'FLAG' : 'NUMBER',
      value: values[name],
      fallback,
      minimum: range?.least ?? null,
      maximum: range?.most ?? null,
      zero: 'zero' in kind ? (kind.zero ?? null) : null,
      description: does,
    };
  });
}
