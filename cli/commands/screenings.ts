import { replayAnyScreening, ReplayImpossible } from '../../modules/aml/index.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { positional } from '../arguments.ts';
import { type Command, Refused } from '../command.ts';
import { facts } from '../text.ts';

const replay: Command = {
  noun: 'screenings',
  verb: 'replay',
  usage: 'SCREENING',
  summary: 'makes a past screening again from its stamp and compares it byte for byte with the record',
  notes: [
    'With the versions of the lists, the configuration and the earlier decisions that the record names. Changes nothing.',
    'Where the record was made by another release, or its applicant was erased, it says so and ends with 1.',
  ],
  positionals: { min: 1, max: 1 },
  async run(input, tools) {
    const services = await tools.services();
    const screeningId = positional(input, 0);
    try {
      const { identical, recorded, recomputed } = await replayAnyScreening(services, screeningId);
      if (!identical) {
        // Both hold personal data: where they part is said, not what stands there.
        let at = 0;
        while (recorded[at] === recomputed[at]) at += 1;
        throw new Refused(
          `The screening ${screeningId} comes out different from the same lists, from character ${at} of its record on.`,
        );
      }
      return {
        json: { screeningId, identical, bytes: Buffer.byteLength(recorded) },
        text: facts([
          ['screening', screeningId],
          ['identical', 'yes, byte for byte'],
          ['bytes', Buffer.byteLength(recorded)],
        ]),
      };
    } catch (error) {
      if (error instanceof ReplayImpossible) throw new Refused(error.message);
      if (error instanceof ApiError && error.code === 'NOT_FOUND') {
        throw new Refused(`There is no screening ${screeningId}.`);
      }
      throw error;
    }
  },
};

export const screeningCommands: readonly Command[] = [replay];
