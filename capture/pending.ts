import { base } from './api.ts';
import type { Kind } from './state.ts';
import type { Picture } from './upload.ts';

/**
 * Pictures that are being sent outlive a reload of the page: they are kept on this device until they have arrived, in
 * IndexedDB and encrypted; the key is in the tab's own sessionStorage, so that what a closed tab leaves is unreadable, and
 * removed when this page is next opened. Where the browser keeps nothing, a reload begins the picture again.
 */
export interface Pending {
  kind: Kind;
  nonce: string;
  /** One, or the frames of a challenge in their order. */
  pictures: readonly Picture[];
  /** Which picture is on its way, and the last part of its upload's address once it has one. */
  at: number;
  place: string | null;
}

interface Ticket {
  /** Of this page's token, in hexadecimal SHA-256: what is left of another verification is not taken for this one's. */
  token: string;
  id: string;
  key: string;
  at: number;
  place: string | null;
}

interface Stored {
  id: string;
  savedAt: number;
  iv: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
}

const SESSION = 'capture-upload';
const STORE = 'pending';
/** As long as the service waits for the rest of an upload. */
const KEEP_MS = 60 * 60_000;

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

async function tokenHash(): Promise<string> {
  const token = base().split('/').at(-1) ?? '';
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))));
}

/** Keeping is a comfort: whatever fails in it fails without a word. */
async function quietly<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch {
    return null;
  }
}

const finished = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error('IndexedDB')));
  });

async function withStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open('capture', 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE, { keyPath: 'id' }));
  const database = await finished(opening);
  try {
    const transaction = database.transaction(STORE, mode);
    const done = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(new Error('IndexedDB')));
    });
    const result = await finished(work(transaction.objectStore(STORE)));
    await done;
    return result;
  } finally {
    database.close();
  }
}

function ticket(): Ticket | null {
  try {
    return JSON.parse(sessionStorage.getItem(SESSION) ?? 'null') as Ticket | null;
  } catch {
    return null;
  }
}

const importKey = (raw: Uint8Array<ArrayBuffer>, use: 'encrypt' | 'decrypt'): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', raw, 'AES-GCM', false, [use]);

/** Keeps pictures before the first of them is sent. */
export async function keep(given: Omit<Pending, 'at' | 'place'>): Promise<void> {
  await quietly(async () => {
    await forget();
    const { kind, nonce, pictures } = given;
    const about = { kind, nonce, pictures: pictures.map(({ blob, name }) => [name, blob.type, blob.size]) };
    const head = new TextEncoder().encode(JSON.stringify(about));
    const length = new Uint8Array(new Uint32Array([head.length]).buffer);
    const plain = await new Blob([length, head, ...pictures.map(({ blob }) => blob)]).arrayBuffer();
    const [raw, iv] = [crypto.getRandomValues(new Uint8Array(32)), crypto.getRandomValues(new Uint8Array(12))];
    const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await importKey(raw, 'encrypt'), plain);
    const id = crypto.randomUUID();
    const stored: Stored = { id, savedAt: Date.now(), iv, sealed };
    await withStore('readwrite', (store) => store.put(stored));
    const made: Ticket = { token: await tokenHash(), id, key: hex(raw), at: 0, place: null };
    sessionStorage.setItem(SESSION, JSON.stringify(made));
  });
}

/** Notes which picture is on its way and where its upload is. */
export function note(at: number, place: string | null): void {
  const held = ticket();
  if (held) sessionStorage.setItem(SESSION, JSON.stringify({ ...held, at, place }));
}

/** What this tab was sending when it was reloaded; null where there is nothing, or it cannot be read any more. */
export function recall(): Promise<Pending | null> {
  return quietly(async () => {
    await sweep();
    const held = ticket();
    if (!held || held.token !== (await tokenHash())) return null;
    const stored = (await withStore('readonly', (store) => store.get(held.id))) as Stored | undefined;
    if (!stored) return null;
    const raw = Uint8Array.from(held.key.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
    const key = await importKey(raw, 'decrypt');
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: stored.iv }, key, stored.sealed);
    const length = new Uint32Array(plain.slice(0, 4))[0] ?? 0;
    const about = JSON.parse(new TextDecoder().decode(plain.slice(4, 4 + length))) as Pick<
      Pending,
      'kind' | 'nonce'
    > & { pictures: [name: string, type: string, size: number][] };
    let from = 4 + length;
    const pictures = about.pictures.map(([name, type, size]) => {
      from += size;
      return { name, blob: new Blob([plain.slice(from - size, from)], { type }) };
    });
    return { ...about, pictures, at: held.at, place: held.place };
  });
}

/** Erases what is kept: it arrived, was refused, or is not wanted any more. */
export async function forget(): Promise<void> {
  const held = ticket();
  if (!held) return;
  try {
    sessionStorage.removeItem(SESSION);
  } catch {
    // Nothing was kept either.
  }
  await quietly(() => withStore('readwrite', (store) => store.delete(held.id)));
}

/** Removes what closed tabs left. */
async function sweep(): Promise<void> {
  const all = (await withStore('readonly', (store) => store.getAll())) as Stored[];
  for (const { id, savedAt } of all) {
    if (Date.now() - savedAt > KEEP_MS) await withStore('readwrite', (store) => store.delete(id));
  }
}
