import type { Command } from '../command.ts';
import { keyCommands } from './keys.ts';
import { laterCommands } from './later.ts';
import { organizationCommands } from './organizations.ts';
import { secretCommands } from './secrets.ts';
import { verifyCommands } from './verify.ts';

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  ...organizationCommands,
  ...keyCommands,
  ...laterCommands,
  ...verifyCommands,
  ...secretCommands,
];
