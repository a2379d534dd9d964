import { type App, KIND_KEYS, type Screen } from '../app.ts';
import { hasCamera } from '../camera.ts';
import { button, h } from '../dom.ts';
import { drawing, mark } from '../drawings.ts';
import { type Step, progressOf } from '../state.ts';
import { cameraScreen } from './camera-screen.ts';
import { confirmScreen } from './confirm.ts';
import { phonePanel } from './phone.ts';

const IMAGES = 'image/jpeg,image/png,image/webp,image/heic,image/heif,image/avif,image/tiff';

/** "Step 2 of 4", with a line that fills up. */
export function progressLine(app: App, kind: Step['kind'] | null): HTMLElement {
  const { at, of } = progressOf(app.state, kind);
  return h(
    'div',
    { class: 'progress' },
    h('p', {}, app.words.say('step.count', { at, of })),
    h(
      'div',
      { class: 'segments', 'aria-hidden': 'true' },
      ...Array.from({ length: of }, (_, index) => h('span', { class: index < at ? 'full' : '' })),
    ),
  );
}

/** Why the last picture could not be used. */
export function issueNote(app: App, step: Step): HTMLElement | null {
  if (step.issue === null) return null;
  const left = app.state.triesLeft;
  return h(
    'div',
    { class: 'note warn', role: 'alert' },
    mark('note'),
    h(
      'div',
      {},
      h('p', { class: 'strong' }, app.words.say('issue.title')),
      h('p', {}, app.words.issue(step.issue)),
      left > 0 && h('p', { class: 'small' }, app.words.say(left === 1 ? 'issue.left.one' : 'issue.left', { left })),
    ),
  );
}

/** A choice of files behind a button that looks like the others. */
export function fileButton(
  app: App,
  kind: Step['kind'],
  look: string,
  label: string,
  take: (files: File[]) => void,
): HTMLElement {
  const isDocument = kind === 'DOCUMENT_FRONT' || kind === 'DOCUMENT_BACK';
  const input = h('input', {
    type: 'file',
    accept: isDocument ? `${IMAGES},application/pdf` : IMAGES,
    class: 'file',
    tabindex: -1,
    'aria-hidden': 'true',
    'data-kind': kind,
    multiple: kind === 'LIVENESS_FRAME',
    onchange: () => {
      const files = [...(input.files ?? [])];
      if (files.length > 0) take(files);
    },
  });
  return h(
    'span',
    { class: 'file-choice' },
    button(label, look, () => input.click()),
    input,
  );
}

/** Says what picture is needed and how it is taken well; the camera opens when the person says so. */
export function pictureScreen(app: App, step: Step, trouble?: string): Screen {
  const { words } = app;
  const key = KIND_KEYS[step.kind];
  const camera = hasCamera();
  const choose = (files: File[]): void => {
    const [file] = files;
    if (file) app.show(confirmScreen(app, step, { blob: file, name: file.name, fromFile: true }));
  };
  const phone = step.kind === 'DOCUMENT_FRONT' && step.issue === null ? phonePanel(app) : null;
  const element = h(
    'main',
    { class: 'card' },
    progressLine(app, step.kind),
    h('h1', { tabindex: -1 }, words.say(`step.${key}.title`)),
    issueNote(app, step),
    trouble ? h('div', { class: 'note', role: 'alert' }, mark('note'), h('p', {}, words.say(trouble))) : null,
    h('div', { class: 'stage-drawing' }, drawing(step.kind)),
    h('p', { class: 'lead' }, words.say(`step.${key}.lead`)),
    h('ul', { class: 'tips' }, ...[1, 2, 3].map((tip) => h('li', {}, words.say(`step.${key}.tip${tip}`)))),
    h(
      'div',
      { class: 'actions' },
      camera && button(words.say('step.camera'), 'primary', () => cameraScreen(app, step)),
      fileButton(app, step.kind, camera ? 'secondary' : 'primary', words.say('step.file'), choose),
      step.kind === 'DOCUMENT_BACK' &&
        step.issue === null &&
        button(words.say('step.back.skip'), 'link', () => {
          app.skipped.add(step.kind);
          return app.update();
        }),
    ),
    phone?.element,
  );
  return { name: `picture-${key}`, element, leave: () => phone?.leave() };
}
