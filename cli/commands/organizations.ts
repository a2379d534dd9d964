import {
  createOrganization,
  grantCredits,
  listBalances,
  changeSetting,
  listOrganizations,
  MAX_GRANT,
  parseSetting,
  SettingError,
  setPlan,
  SETTINGS,
  settingsOf,
} from '../../modules/organizations/index.ts';
import { limitsOf } from '../../platform/http/spine.ts';
import { optionText, positional, readCount, readEnvironment, readName, readPlan, requiredText } from '../arguments.ts';
import { type Command, Refused, UsageError } from '../command.ts';
import { facts, table } from '../text.ts';

const MAX_LIMIT = 1_000_000_000;

const create: Command = {
  noun: 'organizations',
  verb: 'create',
  usage: '--name N [--plan P]',
  summary: 'makes an organisation, without credits or keys',
  notes: ['P: FREE (default), BASIC, PROFESSIONAL, ENTERPRISE'],
  options: { name: { type: 'string' }, plan: { type: 'string' } },
  positionals: { min: 0, max: 0 },
  async run(input, tools) {
    const name = readName(requiredText(input, 'name'), '--name');
    const plan = readPlan(optionText(input, 'plan') ?? 'FREE', '--plan');
    const { db, clock } = await tools.services();
    const now = clock.now();
    const organizationId = await db.transaction((transaction) =>
      createOrganization(transaction, { name, plan, credits: 0 }, now, tools.actor),
    );
    return {
      json: { organizationId, name, plan, createdAt: now.toISOString() },
      text: facts([
        ['organisation', organizationId],
        ['name', name],
        ['plan', plan],
      ]),
    };
  },
};

const list: Command = {
  noun: 'organizations',
  verb: 'list',
  usage: '',
  summary: 'lists organisations with plan, limits and live credits',
  positionals: { min: 0, max: 0 },
  async run(_input, tools) {
    const { db } = await tools.services();
    const [rows, balances] = await Promise.all([listOrganizations(db), listBalances(db)]);
    const live = new Map(
      balances.filter((row) => row.environment === 'LIVE').map((row) => [row.organizationId, row] as const),
    );
    const organizations = rows.map((row) => {
      const { available = 0, held = 0 } = live.get(row.id) ?? {};
      return {
        organizationId: row.id,
        name: row.name,
        plan: row.plan,
        rateLimits: limitsOf(row),
        credits: { balance: available + held, held, available },
        createdAt: row.createdAt.toISOString(),
      };
    });
    return {
      json: { organizations },
      text: table(
        ['ORGANISATION', 'NAME', 'PLAN', 'PER MINUTE', 'PER DAY', 'CREDITS', 'CREATED'],
        organizations.map((row) => [
          row.organizationId,
          row.name,
          row.plan,
          row.rateLimits.perMinute,
          row.rateLimits.perDay ?? 'unlimited',
          row.credits.available,
          row.createdAt,
        ]),
      ),
    };
  },
};

const plansSet: Command = {
  noun: 'plans',
  verb: 'set',
  usage: 'ORG PLAN [--per-minute N] [--per-day N]',
  summary: "changes an organisation's plan, and so its limits",
  notes: [
    'PLAN: FREE, BASIC, PROFESSIONAL, ENTERPRISE.',
    "--per-minute and --per-day set limits of its own; without them the plan's apply again.",
    'Running servers apply it within a second.',
  ],
  options: { 'per-minute': { type: 'string' }, 'per-day': { type: 'string' } },
  positionals: { min: 2, max: 2 },
  async run(input, tools) {
    const plan = readPlan(positional(input, 1), 'PLAN');
    const limit = (name: string): number | null => {
      const text = optionText(input, name);
      return text === undefined ? null : readCount(text, `--${name}`, MAX_LIMIT);
    };
    const change = { plan, requestsPerMinute: limit('per-minute'), requestsPerDay: limit('per-day') };
    const { db, clock } = await tools.services();
    const row = await db.transaction((transaction) =>
      setPlan(transaction, positional(input, 0), change, clock.now(), tools.actor),
    );
    const rateLimits = limitsOf(row);
    return {
      json: { organizationId: row.id, name: row.name, plan, rateLimits },
      text: facts([
        ['organisation', row.id],
        ['plan', plan],
        ['per minute', rateLimits.perMinute],
        ['per day', rateLimits.perDay ?? 'unlimited'],
      ]),
    };
  },
};

const creditsGrant: Command = {
  noun: 'credits',
  verb: 'grant',
  usage: 'ORG AMOUNT [--environment live]',
  summary: 'adds credits to the live balance',
  notes: ["The sandbox's balance never changes, so nothing is granted there."],
  options: { environment: { type: 'string' } },
  positionals: { min: 2, max: 2 },
  async run(input, tools) {
    const organizationId = positional(input, 0);
    const amount = readCount(positional(input, 1), 'AMOUNT', MAX_GRANT);
    if (readEnvironment(optionText(input, 'environment') ?? 'live') === 'TEST') {
      throw new Refused('The balance of the sandbox never changes; credits are granted in live only.');
    }
    const { db, clock } = await tools.services();
    const granted = await db.transaction((transaction) =>
      grantCredits(transaction, organizationId, amount, clock.now(), tools.actor),
    );
    return {
      json: { organizationId, environment: 'LIVE', amount, ...granted },
      text: facts([
        ['organisation', organizationId],
        ['granted', amount],
        ['balance', granted.balance],
        ['available', granted.available],
        ['transaction', granted.transactionId],
      ]),
    };
  },
};

const settings: Command = {
  noun: 'organizations',
  verb: 'settings',
  usage: 'ORG [NAME=VALUE…]',
  summary: 'shows the settings of an organisation, or changes some',
  notes: Object.entries(SETTINGS).map(
    ([name, { kind, fallback, does }]) => `${name} (${kind.takes}; ${fallback}): ${does}`,
  ),
  positionals: { min: 1, max: 20 },
  async run(input, tools) {
    const [organizationId = '', ...changes] = input.positionals;
    const parsed = changes.map((change) => {
      const at = change.indexOf('=');
      if (at < 1) throw new UsageError(`"${change}" is not of the form NAME=VALUE.`);
      try {
        return parseSetting(change.slice(0, at), change.slice(at + 1));
      } catch (error) {
        if (error instanceof SettingError) throw new Refused(error.message);
        throw error;
      }
    });
    const { db, clock } = await tools.services();
    const now = clock.now();
    if (parsed.length > 0) {
      await db.transaction(async (transaction) => {
        for (const { name, value } of parsed) {
          await changeSetting(transaction, organizationId, name, value, now, tools.actor);
        }
      });
    }
    const all = await settingsOf(db, organizationId);
    return {
      json: { organizationId, settings: all },
      text: facts(Object.entries(all).map(([name, value]) => [name, String(value)])),
    };
  },
};

export const organizationCommands: readonly Command[] = [create, list, settings, plansSet, creditsGrant];
