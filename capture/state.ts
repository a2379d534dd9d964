/** What the service tells this page, and what follows from it. Nothing here touches the document. */

export type Kind = 'DOCUMENT_FRONT' | 'DOCUMENT_BACK' | 'SELFIE' | 'LIVENESS_FRAME';
export type Phase = 'CAPTURE' | 'CHECKING' | 'UNDER_REVIEW' | 'APPROVED' | 'FINISHED' | 'EXPIRED' | 'CANCELLED';
export type Turn = 'LEFT' | 'RIGHT';

export interface Step {
  kind: Kind;
  required: boolean;
  present: boolean;
  /** Why the last picture of this kind could not be used. */
  issue: string | null;
}

export interface CaptureState {
  phase: Phase;
  sandbox: boolean;
  organization: string;
  /** Whether this page can be opened on another device. */
  phone: boolean;
  locale: string | null;
  consent: boolean;
  /** What the organisation itself asks people to agree to, by language. */
  consentTexts: Readonly<Record<string, { text: string; hash: string } | undefined>>;
  faces: boolean;
  templates: boolean;
  steps: readonly Step[];
  tries: number;
  triesLeft: number;
  expiresAt: string;
}

export interface IssuedCapture {
  nonce: string;
  kind: Kind;
  turns: readonly Turn[] | null;
}

/**
 * What is asked for next: only what is still missing. The back of the document is offered where the front is asked for,
 * unless it was skipped or pictures that follow it are there already.
 */
export function nextStep(state: CaptureState, skipped: ReadonlySet<Kind>): Step | null {
  const { steps } = state;
  const front = steps.find(({ kind }) => kind === 'DOCUMENT_FRONT');
  const passed = steps.some(({ kind, present }) => present && (kind === 'SELFIE' || kind === 'LIVENESS_FRAME'));
  for (const step of steps) {
    if (step.present) continue;
    if (step.required || step.issue !== null) return step;
    if (!skipped.has(step.kind) && (!passed || front?.issue !== null)) return step;
  }
  return null;
}

/** Place of a step among those that are asked for, from 1, and how many there are with the hand-in. */
export function progressOf(state: CaptureState, current: Kind | null): { at: number; of: number } {
  const of = state.steps.length + 1;
  const index = state.steps.findIndex(({ kind }) => kind === current);
  return { at: index === -1 ? of : index + 1, of };
}

export type View = 'STRAIGHT' | Turn;

/** What the person is asked to do in a challenge, one after the other: back to the front before each turn. */
export const viewsOf = (turns: readonly Turn[] | null): View[] =>
  turns ? turns.flatMap((turn): View[] => ['STRAIGHT', turn]) : ['STRAIGHT', 'STRAIGHT', 'STRAIGHT'];

/** Frames taken of each view: a turn is seen twice, so that one blurred frame does not spoil it. */
export const framesOf = (view: View): number => (view === 'STRAIGHT' ? 1 : 2);
