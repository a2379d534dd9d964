import { MediaRefused } from '../types.ts';

/** What a file says of its sound before anything is decoded. */
export interface SoundFormat {
  container: 'WAV' | 'FLAC' | 'MP3' | 'OGG' | 'MP4' | 'WEBM';
  codec: string;
  /** Whether samples are kept as they were, so that every bit of them is evidence. */
  lossless: boolean;
  /** Samples a second. */
  rate: number;
  channels: number;
  /** Of a sample, where the codec keeps them. */
  bits: number | null;
  /** Bits a second, where the stream tells. */
  bitRate: number | null;
  /** Stated, seconds; null where it is not. */
  seconds: number | null;
}

/** Texts that a file carries about itself. */
export interface Tag {
  key: string;
  value: string;
}

/** What a file states of its sound and what it holds do not agree. */
export interface Discrepancy {
  code:
    | 'SOUND_CUT_SHORT'
    | 'SOUND_UNDECLARED'
    | 'RECORDINGS_JOINED'
    | 'PARTS_MISSING'
    | 'CHECKSUM_CONTRADICTED'
    | 'SOUND_HIDDEN'
    | 'DURATIONS_DIFFER';
  detail: string;
  /** What it counts for, as a log-likelihood ratio; 0 where ordinary accidents leave the same. */
  ratio: number;
}

export interface Sound {
  format: SoundFormat;
  tags: readonly Tag[];
  /** Packets of XMP, where its container holds any. */
  xmp?: readonly string[];
  /** Where the file contradicts itself about its length and parts; complete once the blocks were read. */
  discrepancies?(): readonly Discrepancy[];
  /** Samples from −1 to 1, the mean of all channels, in blocks of any length. May be asked for once. */
  blocks(): Iterable<Float32Array> | AsyncIterable<Float32Array>;
}

export const MOST_SECONDS = 3600;
const LOWEST_RATE = 4_000;
const HIGHEST_RATE = 384_000;
const MOST_CHANNELS = 8;
export const MOST_TAGS = 200;
export const MOST_TAG_CHARACTERS = 2_000;

/** @throws MediaRefused where what is stated lies outside of what is examined */
export function checkFormat(format: SoundFormat): SoundFormat {
  const { rate, channels, seconds } = format;
  if (!(rate >= LOWEST_RATE && rate <= HIGHEST_RATE) || !(channels >= 1 && channels <= MOST_CHANNELS)) {
    throw damagedSound('states a sampling rate or a number of channels that no recording has');
  }
  if (seconds !== null && seconds > MOST_SECONDS) throw tooLong();
  return format;
}

export const damagedSound = (what: string): MediaRefused =>
  new MediaRefused('UNPROCESSABLE_MEDIA', `The recording ${what}. Send it again.`);

export const tooLong = (): MediaRefused =>
  new MediaRefused('MEDIA_TOO_LARGE', 'The recording is longer than 60 minutes. Send the part that matters.');

/** A tag of bounded length without control characters; null where nothing is left. */
export function tag(key: string, value: string): Tag | null {
  const clean = (text: string, most: number): string =>
    text
      .slice(0, most)
      .replace(/\p{Cc}+/gu, ' ')
      .trim();
  const name = clean(key, 60).toLowerCase();
  const text = clean(value, MOST_TAG_CHARACTERS);
  return name === '' || text === '' ? null : { key: name, value: text };
}
