import { join } from 'node:path';
import type { ModelSlot } from '../../../identity/models/session.ts';

const folder = join(import.meta.dirname, 'model');

/** The network of blended faces that comes with the service. */
export const BLEND_SLOT: ModelSlot = {
  name: 'face-blend',
  version: '2',
  path: join(folder, 'face-blend.onnx'),
  sha256: '4f7efb17f836b4318c612d745f867969868c1068c93e242efaa70e6bc0a506a4',
  licence: 'Apache-2.0',
  card: join(folder, 'README.md'),
};
