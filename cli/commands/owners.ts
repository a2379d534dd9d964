import { ownerLink } from '../../modules/dashboard-api/index.ts';
import { findOrganization, listOrganizations } from '../../modules/organizations/index.ts';
import { type Command, Refused } from '../command.ts';
import { facts } from '../text.ts';

const link: Command = {
  noun: 'owners',
  verb: 'link',
  usage: '[ORG]',
  summary: 'prints a link by which somebody signs in to the pages as an owner',
  notes: [
    'The link works once, within 24 hours: whoever opens it makes an account, or joins with the one they have.',
    'ORG may be left out where there is one organisation only.',
  ],
  positionals: { min: 0, max: 1 },
  async run(input, tools) {
    const services = await tools.services();
    const [given] = input.positionals;
    const organizations = given === undefined ? await listOrganizations(services.db) : [];
    if (given === undefined && organizations.length !== 1) {
      throw new Refused(
        organizations.length === 0
          ? 'There is no organisation yet. Make one: organizations create'
          : `There are ${organizations.length} organisations; say which. See: organizations list`,
      );
    }
    const organizationId = given ?? organizations[0]?.id ?? '';
    if (!(await findOrganization(services.db, organizationId))) {
      throw new Refused(`There is no organisation ${organizationId}. See: organizations list`);
    }
    const { row, link: url } = await ownerLink(services, organizationId, tools.actor);
    return {
      json: { organizationId, link: url, expiresAt: row.expiresAt.toISOString() },
      text: facts([
        ['organisation', organizationId],
        ['link', url],
        ['works once until', row.expiresAt.toISOString()],
      ]),
    };
  },
};

export const ownerCommands: readonly Command[] = [link];
