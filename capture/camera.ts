import { type Grey, toGrey } from './measure.ts';

/** The device's camera, and pictures taken from it. */

export type Facing = 'environment' | 'user';

export const hasCamera = (): boolean => Boolean(navigator.mediaDevices?.getUserMedia);

export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

export class Camera {
  readonly video: HTMLVideoElement;
  readonly #stream: MediaStream;
  readonly #small = document.createElement('canvas');

  private constructor(video: HTMLVideoElement, stream: MediaStream) {
    this.video = video;
    this.#stream = stream;
  }

  /** @throws DOMException where there is no camera, or the person or the device refuses it */
  static async open(facing: Facing): Promise<Camera> {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: { ideal: facing }, width: { ideal: 2560 }, height: { ideal: 1440 } },
    });
    const video = document.createElement('video');
    video.muted = true;
    video.playsInline = true;
    video.setAttribute('aria-hidden', 'true');
    video.srcObject = stream;
    await video.play();
    return new Camera(video, stream);
  }

  /** Whether it sees more to the sides than up and down. */
  get wide(): boolean {
    return this.video.videoWidth > this.video.videoHeight;
  }

  /** Called where the camera is taken away while in use. */
  onLost(act: () => void): void {
    for (const track of this.#stream.getTracks()) track.addEventListener('ended', act);
  }

  close(): void {
    for (const track of this.#stream.getTracks()) track.stop();
    this.video.srcObject = null;
  }

  /**
   * The part of the camera's picture that lies under a part of its stage, in camera pixels.
   * The video covers its stage: it is scaled to fill it, and what is over is cut off on both sides.
   */
  under(stage: DOMRect, part: Region): Region {
    const { videoWidth: width, videoHeight: height } = this.video;
    const scale = Math.max(stage.width / width, stage.height / height);
    const left = (width - stage.width / scale) / 2 + part.x / scale;
    const top = (height - stage.height / scale) / 2 + part.y / scale;
    const x = Math.max(0, Math.round(left));
    const y = Math.max(0, Math.round(top));
    return {
      x,
      y,
      width: Math.min(width - x, Math.round(part.width / scale)),
      height: Math.min(height - y, Math.round(part.height / scale)),
    };
  }

  /** A small grey copy, to measure by. */
  glance(region: Region, longest = 320): Grey {
    const scale = Math.min(1, longest / Math.max(region.width, region.height));
    const width = Math.max(8, Math.round(region.width * scale));
    const height = Math.max(8, Math.round(region.height * scale));
    this.#small.width = width;
    this.#small.height = height;
    const context = this.#small.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('No canvas');
    context.drawImage(this.video, region.x, region.y, region.width, region.height, 0, 0, width, height);
    return toGrey(context.getImageData(0, 0, width, height).data, width, height);
  }

  /** A JPEG of a part of what the camera sees now. */
  take(region: Region, longest = 4_000, quality = 0.92): Promise<Blob> {
    const scale = Math.min(1, longest / Math.max(region.width, region.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(region.width * scale);
    canvas.height = Math.round(region.height * scale);
    canvas
      .getContext('2d')
      ?.drawImage(this.video, region.x, region.y, region.width, region.height, 0, 0, canvas.width, canvas.height);
    return new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture'))), 'image/jpeg', quality);
    });
  }
}

interface FoundFace {
  boundingBox: { width: number; height: number };
}
interface Detector {
  detect(source: HTMLVideoElement): Promise<FoundFace[]>;
}

/** Counts faces where the browser can (Shape Detection API); null where it cannot. */
export function faceDetector(): Detector | null {
  const { FaceDetector } = globalThis as unknown as { FaceDetector?: new () => Detector };
  try {
    return FaceDetector ? new FaceDetector() : null;
  } catch {
    return null;
  }
}
