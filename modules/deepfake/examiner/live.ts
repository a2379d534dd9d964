import { createWriteStream } from 'node:fs';
import { link, mkdtemp, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { MEDIA_LIMITS, type MediaType } from '../../../contract/deepfake.ts';
import type { ForensicFindings, Manipulation, RevisionPictures, TrustList } from '../../../engines/forensics/index.ts';
import { HEIC_REMEDY, HeicDecoder } from '../../../platform/heic/index.ts';
import { recogniseMedia } from '../../../platform/http/media-type.ts';
import { IsolatedPool, IsolationFailure, type Program, Refusal } from '../../../platform/isolation/index.ts';
import { FOLDER_PREFIX } from '../../../platform/isolation/process.ts';
import type { Services } from '../../../platform/module.ts';
import type { Analysis, Finding, ForensicsEngine } from '../engine.ts';
import { fetchMedia, FetchRefused } from './fetch.ts';
import { findFfmpeg } from './ffmpeg.ts';
import { presentFindings } from './present.ts';
import { type DrawingTask, type ExaminationTask, MEDIA_FILE } from './task.ts';

const MIB = 2 ** 20;
/** What the examination of one medium may use. */
const LIMITS = { memoryBytes: 600 * MIB, cpuSeconds: 90, wallMs: 120_000, fileBytes: 64 * MIB, openFiles: 128 };
/** Of sound and video, which last: a decoder runs beside, under the same limits and counted in the same memory. */
const RECORDING_LIMITS = { ...LIMITS, cpuSeconds: 150, wallMs: 240_000 };
/** How long a process that was loaded ahead waits for the next job. */
const SPARE_MS = 60_000;
const FETCH_MS = 120_000;
const FETCH_ATTEMPTS = 3;
const FETCH_PAUSE_MS = 2_000;
/** The process that examines holds the file whole. */
const MOST_BYTES: Readonly<Record<MediaType, number>> = { ...MEDIA_LIMITS, VIDEO: 150 * MIB };
const HEAD_BYTES = 8192;

export interface LiveForensicsOptions {
  /** Whose Content Credentials are trusted; nobody's by default. */
  trust?: TrustList | null;
  /** What is run in place of the examiner, and its limits. */
  program?: Partial<Pick<Program, 'entry' | 'limits'>>;
  /** Where ffmpeg is, or null for none; looked for where it is not said. */
  ffmpeg?: string | null;
  /** What decodes HEIC pictures; by default what is installed. */
  heic?: HeicDecoder;
}

/** Of a picture that belongs to another record. No opinion is no sign of a genuine picture. */
export type PictureOpinion =
  | { examined: false; cause: string }
  | {
      examined: true;
      isDeepfake: boolean | null;
      confidence: number;
      manipulation: Manipulation | null;
      fusion: string;
      /** Of all evidence. */
      codes: readonly string[];
    };

/** Examines media with the forensics engine, each job in an isolated process of its own. */
export class LiveForensics implements ForensicsEngine {
  readonly trustsNames = false;
  readonly #pool: IsolatedPool;
  /** Its processes may start a decoder; those of the other may start nothing. */
  readonly #recordings: IsolatedPool;
  readonly #ffmpeg: Promise<string | null>;
  readonly #heic: HeicDecoder;
  readonly #services: Services;
  readonly #trust: TrustList | null;

  constructor(services: Services, { trust = null, program = {}, ffmpeg, heic }: LiveForensicsOptions = {}) {
    this.#services = services;
    this.#trust = trust;
    this.#ffmpeg = ffmpeg === undefined ? findFfmpeg() : Promise.resolve(ffmpeg);
    const { examinations } = services.config;
    this.#heic = heic ?? new HeicDecoder({ concurrency: examinations });
    const shared = { entry: join(import.meta.dirname, 'child.ts'), tasksPerProcess: 1, spareMs: SPARE_MS };
    this.#pool = new IsolatedPool({ ...shared, limits: LIMITS, ...program, concurrency: examinations });
    this.#recordings = new IsolatedPool({
      ...shared,
      spareMs: 0,
      limits: RECORDING_LIMITS,
      ...program,
      mayStartPrograms: true,
      concurrency: Math.max(1, Math.floor(examinations / 2)),
    });
  }

  requireAvailable(): void {
    // Every media type is taken, without ffmpeg too: a file may say decisive things of its origin. Where the content
    // itself would have to be decoded and cannot, the job fails with that code, and its credits go back.
  }

  startsAt(now: Date): Date {
    return now;
  }

  analysesAt(now: Date): Date {
    return now;
  }

  async stop(): Promise<void> {
    await Promise.all([this.#pool.stop(), this.#recordings.stop(), this.#heic.stop()]);
  }

  async analyse({ media, mediaType, progress }: Analysis): Promise<Finding> {
    const folder = await privateFolder();
    try {
      const path = join(folder, MEDIA_FILE);
      const form = await this.#bring(media, mediaType, path);
      // The examination takes the file away; this name of it stays for the drawing of what earlier states looked like.
      const again = form === 'application/pdf' ? join(folder, 'again') : null;
      if (again) await link(path, again);
      await progress(20);
      const findings = await this.examine({ kind: mediaType, mediaType: form }, path, (percent) => {
        progress(20 + 0.75 * percent).catch(() => {});
      });
      const revisions = again && savedAgain(findings) ? await this.#drawRevisions(again) : null;
      return { ...presentFindings(findings), revisions };
    } catch (error) {
      const failed = failure(error);
      if (failed) return failed;
      throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /**
   * Examines a file that lies on this machine; it is moved away.
   * @throws Refusal where it cannot be examined; IsolationFailure where the examination came to no end
   */
  async examine(
    about: { kind: MediaType; mediaType: string },
    path: string,
    progress?: (percent: number) => void,
  ): Promise<ForensicFindings> {
    const recording = about.kind === 'AUDIO' || about.kind === 'VIDEO';
    const ffmpeg = recording ? await this.#ffmpeg : null;
    const heic = about.mediaType === 'image/heic';
    const pixels = heic ? await this.#pixels(path) : null;
    const task: ExaminationTask = { ...about, trustAnchors: this.#trust?.anchors ?? null, ffmpeg, pixels };
    try {
      return await (recording ? this.#recordings : this.#pool).run<ForensicFindings>(task, progress, (folder) =>
        rename(path, join(folder, MEDIA_FILE)),
      );
    } catch (error) {
      if (heic && error instanceof Refusal && error.code === 'CONTENT_NOT_EXAMINED') {
        throw new Refusal(error.code, `It says nothing of its origin. ${HEIC_REMEDY}`);
      }
      throw error;
    }
  }

  /** Pages before and after each saving; null where they cannot be drawn, which changes nothing of what was found. */
  async #drawRevisions(path: string): Promise<RevisionPictures | null> {
    const task: DrawingTask = { draw: 'REVISIONS' };
    try {
      return await this.#pool.run<RevisionPictures>(task, undefined, (folder) =>
        rename(path, join(folder, MEDIA_FILE)),
      );
    } catch (error) {
      const ended = error instanceof Refusal || (error instanceof IsolationFailure && error.reason !== 'STOPPED');
      if (ended) return null;
      throw error;
    }
  }

  /** A HEIC picture decoded; null where this machine cannot: what it says of its origin is examined all the same. */
  async #pixels(path: string): Promise<Uint8Array | null> {
    const answer = await this.#heic.decode(new Uint8Array(await readFile(path)));
    if ('png' in answer) return answer.png;
    if (answer.refused === 'FORMAT_NOT_DECODABLE') return null;
    throw new Refusal(answer.refused === 'IMAGE_TOO_LARGE' ? 'MEDIA_TOO_LARGE' : 'UNPROCESSABLE_MEDIA', answer.cause);
  }

  /**
   * What forensics says of one picture at hand, such as a selfie; it never throws for what the picture is.
   * @param bytes an image of any form that jobs take
   */
  async examinePicture(bytes: Uint8Array): Promise<PictureOpinion> {
    const folder = await privateFolder();
    try {
      const seen = await recogniseMedia(bytes.subarray(0, HEAD_BYTES));
      if (seen.kind !== 'TAKEN' || seen.form.family !== 'IMAGE') {
        return { examined: false, cause: 'UNSUPPORTED_MEDIA_TYPE' };
      }
      const path = join(folder, MEDIA_FILE);
      await writeFile(path, bytes, { mode: 0o600 });
      const { conclusion, detectors } = await this.examine({ kind: 'IMAGE', mediaType: seen.form.mediaType }, path);
      const codes = detectors.flatMap(({ finding }) => (finding?.evidence ?? []).map(({ code }) => code));
      const { isDeepfake, confidence, manipulation, fusion } = conclusion;
      return { examined: true, isDeepfake, confidence, manipulation, fusion, codes };
    } catch (error) {
      const failed = failure(error);
      if (failed?.kind === 'FAILED') return { examined: false, cause: failed.errorCode };
      throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Puts the medium into a file. @returns its form, as its bytes say */
  async #bring(media: Analysis['media'], mediaType: MediaType, path: string): Promise<string> {
    if (media.kind === 'FILE') {
      if (media.size > MOST_BYTES[mediaType]) throw tooLarge(mediaType);
      await pipeline(media.open(), createWriteStream(path, { mode: 0o600 }));
      return media.mediaType;
    }
    await this.#fetch(media.url, path, MOST_BYTES[mediaType]);
    const seen = await recogniseMedia(await headOf(path));
    const asDocument = mediaType === 'DOCUMENT' && seen.kind === 'TAKEN' && seen.form.family === 'IMAGE';
    if (seen.kind === 'TAKEN' && (seen.form.family === mediaType || asDocument)) return seen.form.mediaType;
    const what = seen.kind === 'TAKEN' ? seen.form.mediaType : 'something else';
    throw new Refusal(
      'UNSUPPORTED_MEDIA_TYPE',
      `The end of the address tells ${mediaType.toLowerCase()}, and the file behind it is ${what}.`,
    );
  }

  async #fetch(url: string, path: string, maxBytes: number): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await fetchMedia(this.#services, url, path, { maxBytes, timeoutMs: FETCH_MS });
        return;
      } catch (error) {
        if (!(error instanceof FetchRefused) || !error.transient || attempt >= FETCH_ATTEMPTS) throw error;
        await sleep(FETCH_PAUSE_MS);
      }
    }
  }
}

/** Named as those of isolated processes are, so that what a killed service leaves is removed by the next one. */
const privateFolder = (): Promise<string> => mkdtemp(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-media-`));

const tooLarge = (mediaType: MediaType): Refusal =>
  new Refusal('MEDIA_TOO_LARGE', `Files of this type above ${MOST_BYTES[mediaType] / MIB} MiB are not examined yet.`);

const savedAgain = ({ detectors }: ForensicFindings): boolean =>
  detectors.some(({ finding }) => finding?.evidence.some(({ code }) => code === 'SAVED_AGAIN'));

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** What a fault means for the job; null where it is ours, and the job is to be tried again. */
function failure(error: unknown): Finding | null {
  if (error instanceof Refusal || error instanceof FetchRefused) {
    return { kind: 'FAILED', errorCode: error.code, errorMessage: error.message };
  }
  if (!(error instanceof IsolationFailure) || error.reason === 'STOPPED') return null;
  return {
    kind: 'FAILED',
    errorCode: `EXAMINATION_${error.reason}`,
    errorMessage: `${error.message} The credits were given back.`,
  };
}
