import { join } from 'node:path';
import type { ModelSlot } from '../../../identity/models/session.ts';

const folder = join(import.meta.dirname, 'model');

/** The network of blended faces that comes with the service. */
export const BLEND_SLOT: ModelSlot = {
  name: 'face-blend',
  version: '3',
  path: join(folder, 'face-blend.onnx'),
  sha256: '6fee37000d94fa6018eda2b5aeb04f753c0a8e8fe9f5a8622a6d61e009ba595a',
  licence: 'Apache-2.0',
  card: join(folder, 'README.md'),
};
