import { recoverDeliveries } from '../../modules/webhooks/index.ts';
import { optionText, readMoment, requiredText } from '../arguments.ts';
import { type Command, UsageError } from '../command.ts';
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

export const webhookCommands: readonly Command[] = [recover];
