import { CheckReplayImpossible, replayCheck } from '../../modules/kyt/index.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { positional } from '../arguments.ts';
import { type Command, Refused } from '../command.ts';
import { facts } from '../text.ts';

const dataOf = (version: string, height: number | null): string =>
  `${version}${height === null ? '' : `, up to block ${height}`}`;

const replay: Command = {
  noun: 'checks',
  verb: 'replay',
  usage: 'CHECK',
  summary: 'makes a wallet check again from its stamp and compares it byte for byte with the record',
  notes: [
    'Under the policy whose hash the record names, over the labels and payments there are. Changes nothing.',
    'Where the data has moved on and says something else, and where a live provider was asked, it says so and ends with 1.',
  ],
  positionals: { min: 1, max: 1 },
  async run(input, tools) {
    const services = await tools.services();
    try {
      const { recorded, recomputed, ...found } = await replayCheck(services, positional(input, 0));
      if (!found.identical) {
        throw new Refused(
          `The check ${found.checkId} comes out different from the same data, under the same policy.\nrecorded: ${recorded}\nnow: ${recomputed}`,
        );
      }
      return {
        json: found,
        text: facts([
          ['check', found.checkId],
          ['identical', 'yes, byte for byte'],
          ['recorded from', dataOf(found.recordedFrom, found.recordedHeight)],
          ['made again from', dataOf(found.recomputedFrom, found.recomputedHeight)],
          ...(found.onLaterData
            ? [['on later data', 'yes: the data of the record is not kept; this later data says the same'] as const]
            : []),
        ]),
      };
    } catch (error) {
      if (error instanceof CheckReplayImpossible) throw new Refused(error.message);
      if (error instanceof ApiError && error.code === 'NOT_FOUND') {
        throw new Refused(`There is no wallet check ${positional(input, 0)}.`);
      }
      throw error;
    }
  },
};

export const checkCommands: readonly Command[] = [replay];
