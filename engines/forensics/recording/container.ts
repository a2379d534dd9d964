import type { Tag } from '../audio/sound.ts';

/** One stream of a container, as its tables describe it. */
export interface Track {
  kind: 'VIDEO' | 'SOUND' | 'OTHER';
  codec: string;
  /** Of sound. */
  rate: number | null;
  channels: number | null;
  width: number | null;
  height: number | null;
  /** Seconds; as the track says, before edits. */
  seconds: number | null;
  /** Seconds that its table of samples adds up to; null where it has none, as in films of fragments. */
  sampled: number | null;
  /** Seconds for which it is shown, as its head says; null where that is not told. */
  declared: number | null;
  /** Seconds of it that its edit list shows; null without one, or where a part has no stated end. */
  edited: number | null;
  /** Seconds from the beginning of the film at which its first sample is shown, after edits. */
  start: number;
  /** Parts of its edit list that show media (0 where it has none), and those that show nothing. */
  edits: number;
  emptyEdits: number;
  /** When each sample is shown, seconds, in order; at most MOST_TIMES of them. */
  times: Float64Array;
  /** Of them, those of pictures that stand by themselves. */
  keys: Float64Array;
  /** As it names its handler, which programs differ in. */
  handler: string;
}

/** What a container says without its content being decoded. */
export interface Container {
  form: 'MP4' | 'WEBM';
  brands: readonly string[];
  tracks: readonly Track[];
  seconds: number | null;
  tags: readonly Tag[];
  xmp: readonly string[];
  /** Unix time, seconds; null where it is not told. */
  created: number | null;
  modified: number | null;
  /** Names of the outermost parts in their order: programs differ in it. */
  layout: readonly string[];
}

export const MOST_TRACKS = 32;
export const MOST_TIMES = 200_000;
