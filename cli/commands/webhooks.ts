import { findOrganization } from '../../modules/organizations/index.ts';
import { callbackSecret, recoverDeliveries } from '../../modules/webhooks/index.ts';
import { optionText, positional, readEnvironment, readMoment, requiredText } from '../arguments.ts';
import { type Command, Refused, UsageError } from '../command.ts';
import { facts } from '../text.ts';

const recover: Command = {
  noun: 'webhooks',
  verb: 'recover',
  usage: '--since T [--endpoint ID]',
  summary: 'sends again what failed since T',
  notes: ['T: 2026-01-31 or 2026-01-31T12:00:00Z. Endpoints that are DISABLED are left out. A running worker sends.'],
  options: { since: { type: 'string' }, endpoint: { type: 'string' } },
  positionals: { min: 0, max: 0 },
  async run(input, tools) {
    const since = readMoment(requiredText(input, 'since'), '--since');
    const endpointId = optionText(input, 'endpoint');
    if (endpointId !== undefined && !/^wh_[0-9a-z]{26}$/.test(endpointId)) {
      throw new UsageError(`--endpoint is "${endpointId}"; it must be the identifier of an endpoint (wh_…).`);
    }
    const queued = await recoverDeliveries(await tools.services(), {
      since,
      ...(endpointId === undefined ? {} : { endpointId }),
    });
    return {
      json: { since: since.toISOString(), endpointId: endpointId ?? null, queued },
      text: facts([
        ['since', since.toISOString()],
        ['endpoint', endpointId ?? 'all'],
        ['queued', queued],
      ]),
    };
  },
};

const secretOfCallbacks: Command = {
  noun: 'webhooks',
  verb: 'callback-secret',
  usage: 'ORG --environment live|test',
  summary: 'prints the secret that signs what goes to callbackUrl addresses',
  options: { environment: { type: 'string' } },
  positionals: { min: 1, max: 1 },
  async run(input, tools) {
    const organizationId = positional(input, 0);
    const environment = readEnvironment(requiredText(input, 'environment'));
    const services = await tools.services();
    if (!(await findOrganization(services.db, organizationId))) {
      throw new Refused(`There is no organisation ${organizationId}. See: organizations list`);
    }
    const secret = await callbackSecret(services, { organizationId, environment });
    return { json: { organizationId, environment, secret }, text: secret };
  },
};

export const webhookCommands: readonly Command[] = [recover, secretOfCallbacks];
