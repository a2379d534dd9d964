import { base, refusalOf, Refusal, Unreachable } from './api.ts';
import { wait } from './dom.ts';
import type { Kind } from './state.ts';

/** Resumable upload, tus 1.0.0: creation, then pieces; after a failure the service is asked where to go on. */

export interface Picture {
  blob: Blob;
  name: string;
}

const VERSION = { 'Tus-Resumable': '1.0.0' };
const PIECE = 512 * 1024;
/** Waits between attempts, milliseconds: about two minutes in all without a byte getting through. */
const WAITS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

async function send(path: string, init: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      ...init,
      headers: { ...VERSION, ...(init.headers as Record<string, string>) },
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: AbortSignal.timeout(60_000),
    });
  } catch {
    throw new Unreachable('');
  }
  if (!answer.ok) throw await refusalOf(answer);
  return answer;
}

export interface UploadOptions {
  kind: Kind;
  nonce: string;
  frame?: number;
  /** The last part of the address of an upload that was begun before: it goes on where it stopped. */
  place?: string | null;
  /** Told where the upload is, before its first byte is sent. */
  onPlace?(place: string): void;
  /** Share that has arrived, 0 to 1. */
  onProgress(share: number): void;
  /** Told while the network fails, and when it is back. */
  onTrouble(trouble: boolean): void;
}

/**
 * Sends a picture, however often the network fails.
 * @throws Refusal (with status 404 where `place` is gone), and Unreachable once all attempts are used up
 */
export async function upload({ blob, name }: Picture, options: UploadOptions): Promise<void> {
  const { kind, nonce, frame, onPlace, onProgress, onTrouble } = options;
  const metadata = Object.entries({
    kind,
    nonce,
    filename: name,
    ...(frame === undefined ? {} : { frame: String(frame) }),
  })
    .map(([key, value]) => `${key} ${base64(value)}`)
    .join(',');
  const uploads = `${base()}/uploads`;
  let failures = 0;
  const persistently = async <T>(work: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        const done = await work();
        failures = 0;
        onTrouble(false);
        return done;
      } catch (error) {
        const pause = WAITS[failures];
        if (!(error instanceof Unreachable) || pause === undefined) throw error;
        failures += 1;
        onTrouble(true);
        await wait(pause);
      }
    }
  };

  let place = options.place ?? null;
  // Of an upload that was begun before it is not known how much has arrived.
  let certain = place === null;
  if (place === null) {
    const made = await persistently(() =>
      send(uploads, {
        method: 'POST',
        headers: { 'Upload-Length': String(blob.size), 'Upload-Metadata': metadata },
      }),
    );
    place = made.headers.get('location')?.split('/').at(-1) ?? '';
    onPlace?.(place);
  }
  const path = `${uploads}/${encodeURIComponent(place)}`;
  let offset = 0;
  while (offset < blob.size || !certain) {
    offset = await persistently(async () => {
      if (!certain) {
        offset = Number((await send(path, { method: 'HEAD' })).headers.get('upload-offset'));
        certain = true;
        // All of it had arrived, and became a file.
        if (offset >= blob.size) return offset;
      }
      certain = false;
      const answer = await send(path, {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(offset) },
        body: blob.slice(offset, offset + PIECE),
      }).catch((error: unknown) => {
        // Another offset is next: what seemed lost had arrived.
        if (error instanceof Refusal && error.code === 'CONFLICT') throw new Unreachable('');
        throw error;
      });
      certain = true;
      return Number(answer.headers.get('upload-offset'));
    });
    onProgress(offset / blob.size);
  }
}
