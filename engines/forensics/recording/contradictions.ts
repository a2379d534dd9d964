import type { Discrepancy } from '../audio/sound.ts';
import type { Container, Track } from './container.ts';

/** Seconds, and share of the whole, by which durations may differ: last samples, codec delay, rounding. */
const APART_SECONDS = 1;
const APART_SHARE = 0.02;
/** Sound that the edit list leaves out where the picture is shown whole: seldom by accident, often to tidy up. */
const HIDDEN = 0.15;

const apart = (a: number, b: number): boolean =>
  Math.abs(a - b) > Math.max(APART_SECONDS, APART_SHARE * Math.max(a, b));

/** Seconds that an edit list leaves out of a track. */
const left = ({ seconds, sampled, edited }: Track): number =>
  edited === null ? 0 : Math.max(0, (sampled ?? seconds ?? 0) - edited);

/**
 * What the tables of an MP4 say of durations against one another: sound that is in the file and that the edit list
 * does not show, and heads of track and film that state another length than the samples have. Films of fragments and
 * WebM without a duration, as live recordings write them, state nothing that could differ.
 */
export function contradictions({ form, tracks, seconds }: Container): Discrepancy[] {
  if (form !== 'MP4') return [];
  const found: Discrepancy[] = [];
  const sound = tracks.find(({ kind }) => kind === 'SOUND');
  const picture = tracks.find(({ kind }) => kind === 'VIDEO');
  const hidden = sound ? left(sound) : 0;
  const alike = picture ? left(picture) : 0;
  if (sound && hidden > alike && apart(hidden, alike)) {
    found.push({
      code: 'SOUND_HIDDEN',
      detail: `The file holds ${hidden.toFixed(2)} seconds of sound that its edit list does not show${picture ? `, and leaves out ${alike.toFixed(2)} seconds of the picture` : ''}.`,
      ratio: picture ? HIDDEN : 0,
    });
  }
  for (const track of tracks) {
    if (track.kind === 'OTHER' || track.sampled === null) continue;
    const name = track.kind === 'SOUND' ? 'sound' : 'picture';
    if (track.seconds !== null && track.seconds > 0 && apart(track.seconds, track.sampled)) {
      found.push(differ(`The head of the ${name} states`, track.seconds, `its samples last`, track.sampled));
    }
    if (
      track.declared !== null &&
      seconds !== null &&
      seconds > 0 &&
      track.declared - seconds > 0 &&
      apart(track.declared, seconds)
    ) {
      found.push(differ(`The film states`, seconds, `its ${name}`, track.declared));
    }
  }
  const longest = Math.max(0, ...tracks.map(({ declared }) => declared ?? 0));
  if (seconds !== null && longest > 0 && seconds > longest && apart(seconds, longest)) {
    found.push(differ('The film states', seconds, 'its longest track', longest));
  }
  return found;
}

/** Programs err here too: told, and counted nothing. */
const differ = (who: string, first: number, other: string, second: number): Discrepancy => ({
  code: 'DURATIONS_DIFFER',
  detail: `${who} ${first.toFixed(2)} seconds, ${other} ${second.toFixed(2)}: a table was changed, or written by a program that errs.`,
  ratio: 0,
});
