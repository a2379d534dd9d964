import { join } from 'node:path';
import type { ModelSlot } from '../../../identity/models/session.ts';

const folder = join(import.meta.dirname, 'model');

/** The network of blended faces that comes with the service. */
export const BLEND_SLOT: ModelSlot = {
  name: 'face-blend',
  version: '1',
  path: join(folder, 'face-blend.onnx'),
  sha256: '38f69746880a04b2fc38e90645268cc73b10a18c133f59679b8886c11470877c',
  licence: 'Apache-2.0',
  card: join(folder, 'README.md'),
};
