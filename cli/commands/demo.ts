import { setTimeout as sleep } from 'node:timers/promises';
import { hasOwner, ownerLink } from '../../modules/dashboard-api/index.ts';
import { ensureFirstOrganization, findOrganization, listOrganizations } from '../../modules/organizations/index.ts';
import { limitsOf } from '../../platform/http/spine.ts';
import { optionText } from '../arguments.ts';
import { type Command, Refused } from '../command.ts';
import { fill, isFilled } from '../demo/fill.ts';
import { withSandbox } from '../demo/sandbox.ts';
import { employ } from '../demo/staff.ts';
import { hasLiveRecords } from '../demo/store.ts';
import { facts } from '../text.ts';

/** Requests that the examples take within their minute. */
const NEEDED = { perMinute: 500, perDay: 1_000 };

export const demo: Command = {
  noun: 'demo',
  usage: '[--organization ORG] [--beside-real-data]',
  summary: 'fills the sandbox with an example of everything, so that each page has something to show',
  notes: [
    'Of the organisation named, or of the first. On an empty database that one is made, and its keys are printed once.',
    'Run again it changes nothing. Nothing leaves this machine, and no credit is taken.',
    'Three colleagues who do not exist and cannot sign in join the team. An organisation that works with real people already',
    'is left alone unless --beside-real-data says otherwise.',
  ],
  options: { organization: { type: 'string' }, 'beside-real-data': { type: 'boolean' } },
  positionals: { min: 0, max: 0 },
  async run(input, tools) {
    const services = await tools.services();
    const firstKeys = await ensureFirstOrganization(services);
    const named = optionText(input, 'organization');
    const organization =
      named === undefined ? (await listOrganizations(services.db))[0] : await findOrganization(services.db, named);
    if (!organization) throw new Refused(`There is no organisation ${named ?? ''}. See: organizations list`);
    const limits = limitsOf(organization);
    if (limits.perMinute < NEEDED.perMinute || (limits.perDay ?? NEEDED.perDay) < NEEDED.perDay) {
      throw new Refused(
        `The plan ${organization.plan} allows too few requests for the examples. Run: plans set ${organization.id} ENTERPRISE`,
      );
    }
    const organizationId = organization.id;
    if (input.values['beside-real-data'] !== true && (await hasLiveRecords(services.db, organizationId))) {
      throw new Refused(
        `${organizationId} has real records in production. Make another organisation for examples (organizations create), or say --beside-real-data.`,
      );
    }
    const tenant = { organizationId, environment: 'TEST' } as const;
    const made = await withSandbox(services, organizationId, tools.actor, async (sandbox) => {
      if (await isFilled(sandbox)) return null;
      const tell = (what: string): void => tools.progress.show(`Examples: ${what}`);
      const filled = await fill({
        sandbox,
        history: { db: services.db, tenant },
        tell,
        sleep: (ms) => sleep(ms),
        delayMs: services.config.sandboxDelayMs,
      });
      tell('colleagues');
      return { ...filled, colleagues: await employ(services, organizationId, tools.actor, sandbox) };
    });
    const keys: [string, string][] = firstKeys
      ? [
          ['live key', firstKeys.liveKey],
          ['test key', firstKeys.testKey],
        ]
      : [];
    const link = (await hasOwner(services.db, organizationId))
      ? null
      : (await ownerLink(services, organizationId, tools.actor)).link;
    return {
      json: { organizationId, alreadyThere: made === null, made, firstKeys, ownerLink: link },
      text: facts([
        ['organisation', organizationId],
        ...keys,
        ...(made === null
          ? [['examples', 'there already'] as const]
          : Object.entries(made).map(([kind, count]) => [kind, count] as const)),
        ...(link === null ? [] : [['sign in as owner, once', link] as const]),
      ]),
    };
  },
};
