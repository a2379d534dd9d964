import { resolve } from 'node:path';
import { Database } from '../../platform/database/database.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { loadMasterKey, readKeyFile } from '../../platform/secrets/master-key.ts';
import { replaceMasterKey, replaceMasterKeyFile } from '../../platform/secrets/replace-master-key.ts';
import { optionText } from '../arguments.ts';
import { type Command, Refused } from '../command.ts';
import { facts } from '../text.ts';

const rotate: Command = {
  noun: 'secrets',
  verb: 'rotate',
  usage: '[--new-key-file PATH]',
  summary: 'gives the database a new master key',
  notes: [
    'Without MASTER_KEY: makes a new key and puts it into master.key of DATA_DIR. Copy it to the other machines.',
    'With MASTER_KEY: takes the new key (32 bytes, base64 or hex) from PATH; set MASTER_KEY to it afterwards.',
    'Running servers go on; each needs the new key at its next start. What was cut off is finished by running it again.',
  ],
  options: { 'new-key-file': { type: 'string' } },
  positionals: { min: 0, max: 0 },
  async run(input, tools) {
    const { config } = tools;
    const path = optionText(input, 'new-key-file');
    const given = path === undefined ? null : await readKeyFile(resolve(path));
    if (path !== undefined && given === null) throw new Refused(`There is no file ${path}.`);
    if (config.masterKey !== null && given === null) {
      throw new Refused('MASTER_KEY is set, so the new key must come from you: give it with --new-key-file PATH.');
    }
    const connectionString = await tools.connectionString();
    await migrate(connectionString);
    const db = new Database({ connectionString, max: 2, applicationName: 'compliance-cli' });
    try {
      if (config.masterKey === null) {
        const done = await replaceMasterKeyFile(db, config.dataDir, given ?? undefined);
        return {
          json: { ...done, kept: 'master.key' },
          text: facts([
            ['old master key', done.from],
            ['new master key', done.to],
            ['data keys', done.dataKeys],
            ['kept in', `${config.dataDir}/master.key`],
          ]),
        };
      }
      if (given === null) throw new Refused('There is no new key.');
      const old = await loadMasterKey(config.masterKey, config.dataDir, false);
      const dataKeys = await replaceMasterKey(db, old, given);
      return {
        json: { from: old.id, to: given.id, dataKeys, kept: 'MASTER_KEY' },
        text: facts([
          ['old master key', old.id],
          ['new master key', given.id],
          ['data keys', dataKeys],
          ['now', 'set MASTER_KEY to the new key wherever a server starts'],
        ]),
      };
    } finally {
      await db.close();
    }
  },
};

export const secretCommands: readonly Command[] = [rotate];
