import { setTimeout as sleep } from 'node:timers/promises';
import { ensureFirstOrganization, findOrganization, listOrganizations } from '../../modules/organizations/index.ts';
import { limitsOf } from '../../platform/http/spine.ts';
import { optionText } from '../arguments.ts';
import { type Command, Refused } from '../command.ts';
import { fill, isFilled } from '../demo/fill.ts';
import { withSandbox } from '../demo/sandbox.ts';
import { facts } from '../text.ts';

/** Requests that the examples take within their minute. */
const NEEDED = { perMinute: 300, perDay: 500 };

export const demo: Command = {
  noun: 'demo',
  usage: '[--organization ORG]',
  summary: 'fills the sandbox with an example of everything',
  notes: [
    'Of the organisation named, or of the first. On an empty database that one is made, and its keys are printed once.',
    'Run again it changes nothing. Nothing leaves this machine, and no credit is taken.',
  ],
  options: { organization: { type: 'string' } },
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
    const made = await withSandbox(services, organizationId, tools.actor, async (sandbox) => {
      if (await isFilled(sandbox)) return null;
      const tell = (what: string): void => tools.progress.show(`Examples: ${what}`);
      return fill({ sandbox, tell, sleep: (ms) => sleep(ms), delayMs: services.config.sandboxDelayMs });
    });
    const keys: [string, string][] = firstKeys
      ? [
          ['live key', firstKeys.liveKey],
          ['test key', firstKeys.testKey],
        ]
      : [];
    return {
      json: { organizationId, alreadyThere: made === null, made, firstKeys },
      text: facts([
        ['organisation', organizationId],
        ...keys,
        ...(made === null
          ? [['examples', 'there already'] as const]
          : Object.entries(made).map(([kind, count]) => [kind, count] as const)),
      ]),
    };
  },
};
