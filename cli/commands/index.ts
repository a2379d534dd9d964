import type { Command } from '../command.ts';
import { chainCommands } from './chain.ts';
import { checkCommands } from './checks.ts';
import { demo } from './demo.ts';
import { keyCommands } from './keys.ts';
import { listCommands } from './lists.ts';
import { newsCommands } from './news.ts';
import { organizationCommands } from './organizations.ts';
import { ownerCommands } from './owners.ts';
import { policyCommands } from './policies.ts';
import { screeningCommands } from './screenings.ts';
import { secretCommands } from './secrets.ts';
import { verifyCommands } from './verify.ts';
import { webhookCommands } from './webhooks.ts';

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  ...organizationCommands,
  ...keyCommands,
  ...ownerCommands,
  ...listCommands,
  ...chainCommands,
  ...policyCommands,
  ...checkCommands,
  ...screeningCommands,
  ...newsCommands,
  ...webhookCommands,
  ...verifyCommands,
  ...secretCommands,
  demo,
];
