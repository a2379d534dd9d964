import { type Detector, type Finding, nothing } from '../types.ts';
import type { OpenedSound } from './opened.ts';
import type { Discrepancy } from './sound.ts';

/** Less than this between what is stated and what is there is how encoders fill up their last frame. */
export const SHORT_SECONDS = 0.25;
/** Share of the whole by which rounding and codec delay may differ. */
const SHORT_SHARE = 0.01;

/** Whether so many seconds fewer are there than were stated that no encoder's padding explains it. */
export const fallsShort = (stated: number, held: number): boolean =>
  stated - held > Math.max(SHORT_SECONDS, SHORT_SHARE * stated);

/** Sound that is stated and not there. A transfer that broke off leaves the same as a cut by hand: it counts nothing. */
export const cutShort = (stated: number, held: number): Discrepancy => ({
  code: 'SOUND_CUT_SHORT',
  detail: `The file states ${stated.toFixed(2)} seconds of sound, and ${held.toFixed(2)} are there: its end is missing. A transfer that broke off leaves that as well as a cut by hand.`,
  ratio: 0,
});

/**
 * What a file's own tables and checksums say of its sound against what it holds: an end that is missing, sound behind
 * the end, recordings put one behind another, samples that are not those which the encoder wrote. Most of it happens
 * by accident too, so that it counts little or nothing.
 */
export const accountDetector: Detector<OpenedSound> = {
  name: 'sound-container',
  version: '1',
  family: 'SIGNAL',
  applicable: () => ({ applies: true }),
  examine({ discrepancies, format }): Finding {
    if (discrepancies.length === 0) {
      return nothing(1, [
        {
          code: 'SOUND_AS_STATED',
          detail: `What the file states of its length and parts agrees with what it holds, as far as ${format.container} states it.`,
        },
      ]);
    }
    return {
      logLikelihoodRatio: Math.max(...discrepancies.map(({ ratio }) => ratio)),
      quality: 1,
      evidence: discrepancies.map(({ code, detail }) => ({ code, detail })),
    };
  },
};
