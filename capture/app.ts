import type { CaptureState, Kind } from './state.ts';
import type { Words } from './words.ts';

/** What the screens share. */
export interface App {
  readonly words: Words;
  readonly state: CaptureState;
  /** Kinds that the person chose to leave out. */
  readonly skipped: Set<Kind>;
  /** Takes a new state of the service, or asks for it, and draws what follows from it. */
  update(state?: CaptureState): Promise<void>;
  /** Draws the screen that takes a picture of this kind, whatever is missing. */
  retake(kind: Kind): void;
  /** Puts a screen in place of the one before, moves the focus to its heading, and says it aloud. */
  show(screen: Screen): void;
  /** Says something aloud to who does not see it. */
  announce(text: string, urgent?: boolean): void;
  /** Tells of a failure, with a way on. */
  fail(error: unknown): void;
}

export interface Screen {
  /** Names the screen, for tests and styles. */
  name: string;
  element: HTMLElement;
  /** Ends what the screen began: cameras, timers. */
  leave?(): void;
}

export const KIND_KEYS: Readonly<Record<Kind, string>> = {
  DOCUMENT_FRONT: 'front',
  DOCUMENT_BACK: 'back',
  SELFIE: 'selfie',
  LIVENESS_FRAME: 'challenge',
};
