import { join } from 'node:path';
import type { ModelSlot } from '../../models/session.ts';

const folder = join(import.meta.dirname, 'model');
const card = join(folder, 'README.md');

/** The networks that come with the service; each may be replaced by an operator's own. */
export const OCR_SLOTS = {
  detection: {
    name: 'pp-ocrv6-det-small',
    version: '1',
    path: join(folder, 'detection.onnx'),
    sha256: '408d12ab4b69e4de6071145767b3d58ee8fd4bdfa894306851a0cfc446e29ccd',
    licence: 'Apache-2.0',
    card,
  },
  recognition: {
    name: 'pp-ocrv6-rec-small',
    version: '1',
    path: join(folder, 'recognition.onnx'),
    sha256: 'e357e802ade50fd3ed8db59e2deea7e3a89bf6d4d0bde54fcb2d2e3de579eebe',
    licence: 'Apache-2.0',
    card,
  },
  /** The symbols that the recogniser's outputs stand for: a JSON list, without the blank before and the space after it. */
  alphabet: {
    name: 'pp-ocrv6-alphabet',
    version: '1',
    path: join(folder, 'alphabet.json'),
    sha256: '46f800890c516f8a4e9e9d690f1ef9dc8d36782333463363d80307d572acb8be',
    licence: 'Apache-2.0',
    card,
  },
} as const satisfies Record<string, ModelSlot>;

export type OcrSlots = Readonly<Record<keyof typeof OCR_SLOTS, ModelSlot>>;
