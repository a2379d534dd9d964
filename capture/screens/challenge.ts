import { beginCapture, Refusal } from '../api.ts';
import type { App, Screen } from '../app.ts';
import { Camera, hasCamera } from '../camera.ts';
import { button, h, wait } from '../dom.ts';
import { arrow, drawing, mark } from '../drawings.ts';
import { forget, keep, note, type Pending } from '../pending.ts';
import { framesOf, type IssuedCapture, type Step, type View, viewsOf } from '../state.ts';
import { type Picture, upload } from '../upload.ts';
import { refusalText, sendingBar } from './confirm.ts';
import { fileButton, issueNote, progressLine } from './picture.ts';

/** Time to read and to turn before a view is taken, and between its frames, milliseconds. */
const TURN_MS = 2_200;
const BETWEEN_MS = 450;
const FRAME_SIZE = 960;
const MIN_FILES = 3;

/** Explains the turns of the head, and offers ways for who cannot make them or has no camera. */
export function challengeScreen(app: App, step: Step, problem?: string): Screen {
  const { words } = app;
  const camera = hasCamera();
  const start = (assisted: boolean, byHand: boolean) => () => runChallenge(app, step, assisted, byHand);
  const fromFiles = (files: File[]): void => {
    if (files.length < MIN_FILES)
      app.show(challengeScreen(app, step, words.say('challenge.files.few', { least: MIN_FILES })));
    else
      void sendFrames(
        app,
        step,
        files.slice(0, 12).map((file) => ({ blob: file, name: file.name })),
        null,
      );
  };
  return {
    name: 'challenge',
    element: h(
      'main',
      { class: 'card' },
      progressLine(app, step.kind),
      h('h1', { tabindex: -1 }, words.say('step.challenge.title')),
      issueNote(app, step),
      problem ? h('div', { class: 'note warn', role: 'alert' }, mark('note'), h('p', {}, problem)) : null,
      h('div', { class: 'stage-drawing' }, drawing('LIVENESS_FRAME')),
      h('p', { class: 'lead' }, words.say('step.challenge.lead')),
      h('ul', { class: 'tips' }, ...[1, 2, 3].map((tip) => h('li', {}, words.say(`step.challenge.tip${tip}`)))),
      h('div', { class: 'actions' }, camera && button(words.say('challenge.start'), 'primary', start(false, false))),
      h(
        'details',
        { class: 'other-ways', open: !camera },
        h('summary', {}, words.say('challenge.other')),
        camera &&
          h(
            'div',
            { class: 'way' },
            h('p', {}, words.say('challenge.byHand.text')),
            button(words.say('challenge.byHand'), 'secondary', start(false, true)),
          ),
        camera &&
          h(
            'div',
            { class: 'way' },
            h('p', {}, words.say('challenge.assisted.text')),
            button(words.say('challenge.assisted'), 'secondary', start(true, true)),
          ),
        h(
          'div',
          { class: 'way' },
          h('p', {}, words.say('challenge.files.text')),
          fileButton(app, 'LIVENESS_FRAME', 'secondary', words.say('challenge.files'), fromFiles),
        ),
      ),
    ),
  };
}

/** Takes the frames of one challenge; they are sent once all are there. */
async function runChallenge(app: App, step: Step, assisted: boolean, byHand: boolean): Promise<void> {
  const { words } = app;
  let issued: IssuedCapture;
  let camera: Camera;
  try {
    camera = await Camera.open('user');
  } catch (error) {
    const refused = error instanceof DOMException && error.name === 'NotAllowedError';
    app.show(challengeScreen(app, step, words.say(refused ? 'camera.refused' : 'camera.none')));
    return;
  }
  try {
    issued = await beginCapture('LIVENESS_FRAME', assisted);
  } catch (error) {
    camera.close();
    app.fail(error);
    return;
  }
  const life = { left: false };
  camera.onLost(() => app.show(challengeScreen(app, step, words.say('camera.lost'))));
  const prompt = h('p');
  const pointer = h('div', { class: 'pointer' });
  const dots = h('div', { class: 'segments', 'aria-hidden': 'true' });
  const stage = h(
    'div',
    { class: `stage mirror ${camera.wide ? 'wide' : ''}` },
    camera.video,
    h('div', { class: 'guide face', 'aria-hidden': 'true' }),
  );
  let pressed = (): void => {};
  const shutter = button(words.say('challenge.press'), 'shutter', () => pressed());
  const views = viewsOf(issued.turns);
  app.show({
    name: 'challenge-camera',
    element: h(
      'main',
      { class: 'card camera' },
      h('h1', { tabindex: -1 }, words.say('challenge.running')),
      h('div', { class: 'prompt' }, pointer, prompt),
      stage,
      dots,
      h(
        'div',
        { class: 'shutter-row' },
        button(words.say('camera.back'), 'link', () => app.show(challengeScreen(app, step))),
        byHand && shutter,
      ),
    ),
    leave: () => {
      life.left = true;
      camera.close();
      pressed();
    },
  });
  if (byHand) shutter.focus();
  const frames: Picture[] = [];
  const ask = (view: View, at: number): void => {
    const text = words.say(`challenge.view.${view}`);
    prompt.textContent = text;
    pointer.replaceChildren(arrow(view));
    dots.replaceChildren(...views.map((_, index) => h('span', { class: index <= at ? 'full' : '' })));
    app.announce(text, true);
  };
  for (const [at, view] of views.entries()) {
    ask(view, at);
    if (byHand) await new Promise<void>((resolve) => (pressed = resolve));
    else await wait(TURN_MS);
    for (let count = 0; count < framesOf(view); count += 1) {
      if (life.left) return;
      const { videoWidth: width, videoHeight: height } = camera.video;
      const blob = await camera.take({ x: 0, y: 0, width, height }, FRAME_SIZE, 0.88);
      frames.push({ blob, name: `frame-${frames.length}.jpg` });
      await wait(BETWEEN_MS);
    }
  }
  if (!life.left) await sendFrames(app, step, frames, issued);
}

/**
 * Sends frames in the order taken.
 * @param issued null where the frames are files: then no turns are claimed
 * @param pending what was being sent when the page was reloaded: it goes on where it stopped
 */
export async function sendFrames(
  app: App,
  step: Step,
  frames: readonly Picture[],
  issued: IssuedCapture | null,
  pending?: Pending,
): Promise<void> {
  const { words } = app;
  const sending = sendingBar(app);
  app.show({
    name: 'challenge-sending',
    element: h(
      'main',
      { class: 'card' },
      progressLine(app, step.kind),
      h('h1', { tabindex: -1 }, words.say('challenge.done')),
      h('p', { class: 'lead' }, words.say('challenge.done.lead')),
      sending.element,
    ),
  });
  try {
    const { nonce } = pending ?? issued ?? (await beginCapture('LIVENESS_FRAME', true));
    if (!pending) await keep({ kind: 'LIVENESS_FRAME', nonce, pictures: frames });
    for (const [frame, picture] of frames.entries()) {
      if (frame < (pending?.at ?? 0)) continue;
      const place = frame === pending?.at ? pending.place : null;
      note(frame, place);
      await upload(picture, {
        kind: 'LIVENESS_FRAME',
        nonce,
        frame,
        place,
        onPlace: (made) => note(frame, made),
        onProgress: (share) => sending.progress((frame + share) / frames.length),
        onTrouble: sending.trouble,
      });
    }
    await forget();
    app.announce(words.say('sending.done'));
    await app.update();
  } catch (error) {
    if (error instanceof Refusal) await forget();
    // What is gone after a reload cannot be sent again: frames answer the turns of one challenge.
    if (pending && error instanceof Refusal && error.code === 'NOT_FOUND') app.show(challengeScreen(app, step));
    else if (error instanceof Refusal && error.code !== 'INVALID_STATE' && error.code !== 'NOT_FOUND') {
      app.show(challengeScreen(app, step, refusalText(app, error)));
    } else app.fail(error);
  }
}
