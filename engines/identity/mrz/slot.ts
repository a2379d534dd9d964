import { join } from 'node:path';
import type { ModelSlot } from '../models/session.ts';

const folder = join(import.meta.dirname, 'model');

/** The reader of lines that comes with the service; an operator may put in another of the same inputs and outputs. */
export const MRZ_SLOT: ModelSlot = {
  name: 'mrz-line-reader',
  version: '1',
  path: join(folder, 'line-reader.onnx'),
  sha256: '338caeedcdd0d0709021618c64b3f8cada222b9556745ce74f59b3a16310ac50',
  licence: 'Apache-2.0',
  card: join(folder, 'CARD.md'),
};
