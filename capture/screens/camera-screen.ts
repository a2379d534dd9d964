import { type App, KIND_KEYS } from '../app.ts';
import { Camera, faceDetector, type Region } from '../camera.ts';
import { button, h } from '../dom.ts';
import { difference, type Grey, type Hint, hintOf, measure } from '../measure.ts';
import type { Step } from '../state.ts';
import { confirmScreen } from './confirm.ts';
import { pictureScreen } from './picture.ts';

/** Milliseconds between two looks. */
const LOOK_MS = 160;
/** Good looks in a row before the picture is taken by itself; a face is given more time. */
const STEADY = { DOCUMENT: 6, FACE: 14 } as const;
/** How much of what is around the guide belongs to a document's picture, as a share of the guide. */
const MARGIN = 0.08;
/** A hint stays long enough to be read, milliseconds. */
const HINT_MS = 900;

/** Opens the camera with a guide over it; where that fails, goes back and says why. */
export async function cameraScreen(app: App, step: Step): Promise<void> {
  const subject = step.kind === 'SELFIE' ? 'FACE' : 'DOCUMENT';
  let camera: Camera;
  try {
    camera = await Camera.open(subject === 'FACE' ? 'user' : 'environment');
  } catch (error) {
    const refused = error instanceof DOMException && error.name === 'NotAllowedError';
    app.show(pictureScreen(app, step, refused ? 'camera.refused' : 'camera.none'));
    return;
  }
  const { words } = app;
  const key = KIND_KEYS[step.kind];
  const guide = h('div', { class: `guide ${subject.toLowerCase()}`, 'aria-hidden': 'true' });
  const hintLine = h('p', { class: 'hint' }, words.say('hint.START'));
  const stage = h(
    'div',
    { class: `stage ${subject === 'FACE' ? 'mirror' : ''} ${camera.wide ? 'wide' : ''}` },
    camera.video,
    guide,
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  let left = false;
  const leave = (): void => {
    left = true;
    clearTimeout(timer);
    camera.close();
  };

  const regions = (): { looked: Region; taken: Region; inset: number } => {
    const around = stage.getBoundingClientRect();
    const box = guide.getBoundingClientRect();
    const margin = { x: box.width * MARGIN, y: box.height * MARGIN };
    const part = {
      x: box.left - around.left - margin.x,
      y: box.top - around.top - margin.y,
      width: box.width + 2 * margin.x,
      height: box.height + 2 * margin.y,
    };
    const looked = camera.under(around, part);
    const whole = camera.under(around, { x: 0, y: 0, width: around.width, height: around.height });
    return { looked, taken: subject === 'FACE' ? whole : looked, inset: MARGIN / (1 + 2 * MARGIN) };
  };

  let taking = false;
  const take = async (): Promise<void> => {
    if (taking) return;
    taking = true;
    try {
      const blob = await camera.take(regions().taken);
      app.announce(words.say('camera.taken'));
      app.show(confirmScreen(app, step, { blob, name: `${key}.jpg`, fromFile: false }));
    } catch (error) {
      app.fail(error);
    }
  };

  const detector = subject === 'FACE' ? faceDetector() : null;
  const faceHint = async (): Promise<Hint | 'NO_FACE' | 'SEVERAL_FACES' | 'FACE_FAR' | null> => {
    if (!detector) return null;
    try {
      const faces = await detector.detect(camera.video);
      const [first] = faces;
      if (!first) return 'NO_FACE';
      if (faces.length > 1) return 'SEVERAL_FACES';
      return first.boundingBox.width < camera.video.videoWidth * 0.18 ? 'FACE_FAR' : null;
    } catch {
      return null;
    }
  };

  let before: Grey | null = null;
  let steady = 0;
  let told = { hint: '', at: 0 };
  const look = async (): Promise<void> => {
    const { looked, inset } = regions();
    const grey = camera.glance(looked);
    const moved = before?.data.length === grey.data.length ? difference(before, grey) : null;
    before = grey;
    let hint: string = hintOf(measure(grey, inset), moved, subject);
    if (hint === 'GOOD') hint = (await faceHint()) ?? hint;
    steady = hint === 'GOOD' ? steady + 1 : 0;
    guide.classList.toggle('good', hint === 'GOOD');
    const now = performance.now();
    if (hint !== told.hint && now - told.at > HINT_MS) {
      told = { hint, at: now };
      const text = words.say(`hint.${hint}`);
      hintLine.textContent = text;
      app.announce(text);
    }
    if (steady >= STEADY[subject]) await take();
  };
  const again = (): void => {
    timer = setTimeout(() => {
      void look()
        .catch(() => {})
        .finally(() => {
          if (!left && !taking) again();
        });
    }, LOOK_MS);
  };

  const back = (): void => app.show(pictureScreen(app, step));
  camera.onLost(() => app.show(pictureScreen(app, step, 'camera.lost')));
  app.show({
    name: `camera-${key}`,
    element: h(
      'main',
      { class: 'card camera' },
      h('h1', { tabindex: -1 }, words.say(`step.${key}.camera`)),
      stage,
      hintLine,
      h(
        'div',
        { class: 'shutter-row' },
        button(words.say('camera.back'), 'link', back),
        button(words.say('camera.take'), 'shutter', take, { 'aria-describedby': 'automatic' }),
        h('p', { class: 'small', id: 'automatic' }, words.say('camera.automatic')),
      ),
    ),
    leave,
  });
  again();
}
