import { join } from 'node:path';
import type { ModelSlot } from '../models/session.ts';

const folder = join(import.meta.dirname, 'model');

/** The reader of lines that comes with the service; an operator may put in another of the same inputs and outputs. */
export const MRZ_SLOT: ModelSlot = {
  name: 'mrz-line-reader',
  version: '2',
  path: join(folder, 'line-reader.onnx'),
  sha256: '4ca4b8672cff3a0afe0a9118fac93a9ee847b6d38aac1b2aa548b6c86212673c',
  licence: 'Apache-2.0',
  card: join(folder, 'CARD.md'),
};
