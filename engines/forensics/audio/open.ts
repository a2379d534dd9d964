import type { RecordingDecoder } from '../recording/decoder.ts';
import { contradictions } from '../recording/contradictions.ts';
import type { Container } from '../recording/container.ts';
import { readMp4 } from '../recording/mp4.ts';
import { MediaRefused } from '../types.ts';
import { openFlac } from './flac.ts';
import { openMp3 } from './mp3.ts';
import { decodeOpus, openOgg } from './ogg.ts';
import { checkFormat, type Discrepancy, type Sound } from './sound.ts';
import { openWav } from './wav.ts';

/**
 * A recording of sound, ready to be read. WAV, FLAC, MP3 and Opus are decoded here, AAC and the like (M4A) and Vorbis by
 * the decoder that is handed in.
 * @param mediaType as found from the first bytes
 * @throws MediaRefused CONTENT_NOT_EXAMINED where it needs a decoder and there is none
 */
export function openSound(bytes: Uint8Array, mediaType: string, decoder: RecordingDecoder | null): Sound {
  switch (mediaType) {
    case 'audio/wav':
      return openWav(bytes);
    case 'audio/flac':
      return openFlac(bytes);
    case 'audio/mpeg':
      return openMp3(bytes);
    case 'audio/ogg': {
      const ogg = openOgg(bytes);
      const { format, tags } = ogg;
      const discrepancies = (): readonly Discrepancy[] => ogg.discrepancies;
      if (format.codec === 'Opus' && format.channels <= 2) {
        return { format, tags, discrepancies, blocks: () => decodeOpus(ogg) };
      }
      return { format, tags, discrepancies, blocks: () => needed(decoder, format.codec).sound(format.rate) };
    }
    default: {
      const container = readMp4(bytes);
      const sound = soundOf(container, bytes.length, decoder);
      if (!sound) throw new MediaRefused('UNPROCESSABLE_MEDIA', 'The file holds no sound.');
      return { ...sound, discrepancies: () => contradictions(container) };
    }
  }
}

/** The first sound of a container; null where it has none. */
export function soundOf(container: Container, size: number, decoder: RecordingDecoder | null): Sound | null {
  const track = container.tracks.find(({ kind }) => kind === 'SOUND');
  if (!track || track.rate === null) return null;
  const seconds = track.seconds ?? container.seconds;
  const only = container.tracks.length === 1;
  const format = checkFormat({
    container: container.form,
    codec: track.codec,
    lossless: /alac|fLaC|lpcm|sowt|twos/.test(track.codec),
    rate: track.rate,
    channels: track.channels ?? 1,
    bits: null,
    bitRate: only && seconds ? Math.round((8 * size) / seconds) : null,
    seconds,
  });
  return {
    format,
    tags: container.tags,
    xmp: container.xmp,
    blocks: () => needed(decoder, track.codec).sound(format.rate),
  };
}

function needed(decoder: RecordingDecoder | null, codec: string): RecordingDecoder {
  if (decoder) return decoder;
  throw new MediaRefused(
    'CONTENT_NOT_EXAMINED',
    `This service has no decoder for ${codec.replace(/[^\w.-]/g, '')} installed (ffmpeg). The credits were given back. WAV, FLAC, MP3 and Opus are examined without one.`,
  );
}
