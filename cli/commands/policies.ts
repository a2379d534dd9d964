import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { policyInForce, PolicyRefused, setPolicy } from '../../modules/kyt/index.ts';
import { findOrganization } from '../../modules/organizations/index.ts';
import type { Queryable } from '../../platform/database/sql.ts';
import { positional } from '../arguments.ts';
import { type Command, Refused } from '../command.ts';
import { facts } from '../text.ts';

const MOST_BYTES = 2 ** 20;

async function requireOrganization(db: Queryable, organizationId: string): Promise<void> {
  if (!(await findOrganization(db, organizationId))) throw new Refused(`There is no organisation ${organizationId}.`);
}

async function readJson(path: string): Promise<unknown> {
  try {
    if ((await stat(path)).size > MOST_BYTES) throw new Refused(`${path} is larger than a policy.`);
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refused(`${path} is no valid JSON: ${error.message}`);
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code !== '') throw new Refused(`${path} cannot be read (${code}).`);
    throw error;
  }
}

const set: Command = {
  noun: 'policies',
  verb: 'set',
  usage: 'ORG FILE',
  summary: "puts an organisation's own policy of wallet scores in force",
  notes: [
    'FILE: JSON as `policies show` prints it; what it leaves out is as in the policy of the service. It names its version.',
    'FILE `default`: the policy of the service again.',
    'Running servers follow within a second. Records carry version and hash of the policy that they were made under.',
  ],
  positionals: { min: 2, max: 2 },
  async run(input, tools) {
    const [organizationId, file] = [positional(input, 0), positional(input, 1)];
    const value = file === 'default' ? null : await readJson(resolve(file));
    const { db, clock } = await tools.services();
    await requireOrganization(db, organizationId);
    try {
      const { version, hash, own } = await db.transaction((transaction) =>
        setPolicy(transaction, organizationId, value, clock.now(), tools.actor),
      );
      return {
        json: { organizationId, version, hash, own },
        text: facts([
          ['organisation', organizationId],
          ['version', version],
          ['hash', hash],
        ]),
      };
    } catch (error) {
      if (error instanceof PolicyRefused) throw new Refused(`${file} was not taken:\n${error.message}`);
      throw error;
    }
  },
};

const show: Command = {
  noun: 'policies',
  verb: 'show',
  usage: 'ORG',
  summary: 'prints the policy of wallet scores that is in force for an organisation',
  positionals: { min: 1, max: 1 },
  async run(input, tools) {
    const organizationId = positional(input, 0);
    const { db } = await tools.services();
    await requireOrganization(db, organizationId);
    const found = await policyInForce(db, organizationId);
    return { json: { organizationId, ...found }, text: JSON.stringify(found.policy, null, 2) };
  },
};

export const policyCommands: readonly Command[] = [set, show];
