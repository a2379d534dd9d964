import { join } from 'node:path';
import type { ModelSlot } from '../models/session.ts';

const folder = join(import.meta.dirname, 'model');
const card = join(folder, 'README.md');

/** The networks that come with the service; each may be replaced by an operator's own. */
export const FACE_SLOTS = {
  proposal: {
    name: 'mtcnn-pnet',
    version: '1',
    path: join(folder, 'pnet.onnx'),
    sha256: '653fb0641b5371810b0a0ef2deda077e6f7bc02733c72a1aab0e76cbbfaca986',
    licence: 'MIT',
    card,
  },
  refinement: {
    name: 'mtcnn-rnet',
    version: '1',
    path: join(folder, 'rnet.onnx'),
    sha256: 'a6db0747c2c848c2b9a5ee9e29113432df0b8867ca443a1bb4b4562a0ba72ad7',
    licence: 'MIT',
    card,
  },
  output: {
    name: 'mtcnn-onet',
    version: '1',
    path: join(folder, 'onet.onnx'),
    sha256: '165fcf551d17f74809bb935d62d5b7ee922f9a209cbc1cc0a0a38788b2e430d5',
    licence: 'MIT',
    card,
  },
  landmarks: {
    name: 'face-landmarks-68',
    version: '1',
    path: join(folder, 'landmarks.onnx'),
    sha256: 'c6c9211fa48c431eb669bb9c33931abb3707dff05054cdeaeaea20063949ce9f',
    licence: 'MIT',
    card,
  },
  embedding: {
    name: 'dlib-resnet-29',
    version: '1',
    path: join(folder, 'embedding.onnx'),
    sha256: 'e74754534e88f22acef1d28201b39805c03c46e980ce157d5f4fd886637e23e1',
    licence: 'CC0-1.0 weights, MIT packaging',
    card,
  },
} as const satisfies Record<string, ModelSlot>;
export type FaceSlots = Readonly<Record<keyof typeof FACE_SLOTS, ModelSlot>>;
