import { contradictions } from '../recording/contradictions.ts';
import type { Container, Track } from '../recording/container.ts';
import { type Detector, type Evidence, type Finding, nothing } from '../types.ts';

/** Seconds by which sound and picture may begin or end apart without being told. */
const APART = 0.3;
/** Parts that hold the software of a phone or camera: brands of theirs in MP4's head. */
const CAMERA_BRANDS = /^(qt|mp42|MSNV|XAVC|isom|3gp[4-6]|avc1|heic|niko|CAEP|pana)$/;

export interface OpenedContainer {
  container: Container;
}

/**
 * What the tables of a video say of its making: parts put together by an edit list, sound and picture that do not cover
 * the same time, and who wrote it. Phones trim by edit lists and messengers write everything anew, so that these are
 * told and count little.
 */
export const containerDetector: Detector<OpenedContainer> = {
  name: 'video-container',
  version: '2',
  family: 'SIGNAL',
  applicable: () => ({ applies: true }),
  examine({ container }): Finding {
    const evidence: Evidence[] = [];
    let ratio = 0;
    const pictures = container.tracks.filter(({ kind }) => kind === 'VIDEO');
    const sounds = container.tracks.filter(({ kind }) => kind === 'SOUND');
    const edits = Math.max(0, ...container.tracks.map((track) => track.edits));
    if (edits > 1) {
      ratio += 0.2;
      evidence.push({
        code: 'EDIT_LIST_OF_PARTS',
        detail: `The edit list puts the film together from ${edits} parts of what was recorded; the rest is left out, and may still be in the file.`,
      });
    } else if (pictures.some((track) => trimmed(track))) {
      evidence.push({
        code: 'EDIT_LIST_TRIMS',
        detail: 'The edit list shows a part of what was recorded, as phones do when a video is trimmed.',
      });
    }
    const picture = pictures[0];
    const sound = sounds[0];
    if (picture && sound) {
      const begin = sound.start - picture.start;
      if (Math.abs(begin) > APART) {
        evidence.push({
          code: 'SOUND_OFFSET',
          detail: `The sound begins ${Math.abs(begin).toFixed(2)} seconds ${begin > 0 ? 'after' : 'before'} the picture.`,
        });
      }
      const end = endOf(sound) - endOf(picture);
      if (Math.abs(end) > Math.max(APART, 0.02 * endOf(picture))) {
        evidence.push({
          code: 'SOUND_LENGTH',
          detail: `The sound ends ${Math.abs(end).toFixed(2)} seconds ${end > 0 ? 'after' : 'before'} the picture: one of them was cut or laid over.`,
        });
      }
    } else if (picture && !sound) {
      evidence.push({ code: 'SOUND_ABSENT', detail: 'The video has no sound.' });
    }
    for (const found of contradictions(container)) {
      ratio = Math.max(ratio, found.ratio);
      evidence.push({ code: found.code, detail: found.detail });
    }
    if (pictures.length > 1 || sounds.length > 1) {
      evidence.push({
        code: 'FURTHER_STREAMS',
        detail: `The file holds ${pictures.length} pictures and ${sounds.length} sounds; the first of each is examined.`,
      });
    }
    const { created, modified } = container;
    if (created !== null && modified !== null && modified - created > 24 * 3600) {
      evidence.push({
        code: 'MODIFIED_LATER',
        detail: 'The file says that it was changed more than a day after it was made.',
      });
    }
    const camera = container.tags.some(({ key }) =>
      /^(com\.apple\.quicktime\.(make|model)|com\.android\.version|\u00a9mak|\u00a9mod|com\.samsung.*)$/.test(key),
    );
    if (camera) {
      evidence.push({
        code: 'CAMERA_NAMED',
        detail: 'The file names a camera or phone. Anybody can write that; programs that convert usually leave it out.',
      });
    } else if (container.form === 'MP4' && container.brands.some((brand) => CAMERA_BRANDS.test(brand))) {
      evidence.push({
        code: 'CAMERA_ABSENT',
        detail: 'The file names no camera: it went through a messenger or a program, as most that are sent do.',
      });
    }
    if (evidence.length === 0) {
      return nothing(1, [{ code: 'CONTAINER_UNREMARKABLE', detail: 'The tables of the file contradict nothing.' }]);
    }
    return { logLikelihoodRatio: ratio, quality: 1, evidence };
  },
};

const endOf = (track: Track): number => track.times.at(-1) ?? track.start + (track.seconds ?? 0);

/** Whether the edit list leaves out more than the frames that a codec needs to begin with. */
const trimmed = (track: Track): boolean => track.edits === 1 && (track.times[0] ?? 0) < -0.5;
