import { cancel, readState, Refusal, Unreachable } from './api.ts';
import type { App, Screen } from './app.ts';
import { button, h } from './dom.ts';
import { forget, recall } from './pending.ts';
import { challengeScreen, sendFrames } from './screens/challenge.ts';
import { confirmScreen } from './screens/confirm.ts';
import { consentScreen } from './screens/consent.ts';
import { endScreen, failureScreen, handInScreen, waitingScreen } from './screens/ends.ts';
import { pictureScreen } from './screens/picture.ts';
import { type CaptureState, type Kind, nextStep, type Step } from './state.ts';
import {
  isLanguage,
  type Language,
  LANGUAGES,
  loadWords,
  rememberLanguage,
  startLanguage,
  type Words,
} from './words.ts';

const page = document.querySelector<HTMLElement>('#page') ?? document.body;
const polite = h('div', { class: 'aloud', 'aria-live': 'polite' });
const urgent = h('div', { class: 'aloud', 'aria-live': 'assertive' });
const slot = h('div', { class: 'slot' });
const head = h('div', { class: 'head' });
const band = h('p', { class: 'band', hidden: true });
const header = h('header', {}, head, band);
const foot = h('footer', { class: 'foot' });

let words: Words;
let state: CaptureState | null = null;
let current: Screen | null = null;
const skipped = new Set<Kind>();

const app: App = {
  get words() {
    return words;
  },
  get state() {
    if (!state) throw new Error('No state yet');
    return state;
  },
  skipped,
  async update(given) {
    try {
      state = given ?? (await readState());
      // After a reload, or once the network is back, what was being sent goes on.
      const interrupted = current === null || current.name === 'failure';
      if (!(interrupted && (await goneOn()))) draw();
    } catch (error) {
      app.fail(error);
    }
  },
  retake(kind) {
    const step = app.state.steps.find((one) => one.kind === kind);
    if (step) show(stepScreen(step));
  },
  show,
  announce(text, now = false) {
    (now ? urgent : polite).textContent = text;
  },
  fail(error) {
    if (error instanceof Refusal && error.code === 'INVALID_STATE' && current?.name !== 'failure') {
      // It went on elsewhere: on another device, or its time was over.
      void app.update();
      return;
    }
    if (error instanceof Refusal && error.status === 404) show(failureScreen(app, 'unknown'));
    else show(failureScreen(app, error instanceof Unreachable ? 'network' : 'other'));
  },
};

function show(screen: Screen): void {
  const first = current === null;
  current?.leave?.();
  current = screen;
  slot.replaceChildren(screen.element);
  page.dataset['screen'] = screen.name;
  page.removeAttribute('aria-busy');
  foot.hidden = state?.phase !== 'CAPTURE';
  const heading = screen.element.querySelector('h1');
  document.title = [heading?.textContent ?? '', words.say('title')].filter(Boolean).join(' · ');
  scrollTo(0, 0);
  // The first screen is read from its beginning; a later one from its heading.
  if (!first) heading?.focus();
}

function stepScreen(step: Step): Screen {
  return step.kind === 'LIVENESS_FRAME' ? challengeScreen(app, step) : pictureScreen(app, step);
}

/** Goes on with pictures whose sending was cut off. @returns false where there are none, or they are not wanted any more */
async function goneOn(): Promise<boolean> {
  const pending = await recall();
  if (!pending) return false;
  const step = app.state.steps.find(({ kind }) => kind === pending.kind);
  const frames = pending.kind === 'LIVENESS_FRAME';
  const wanted = app.state.phase === 'CAPTURE' && app.state.consent && step && (frames || !step.present);
  const [first] = pending.pictures;
  if (!wanted || !first) {
    await forget();
    return false;
  }
  drawAround();
  if (frames) void sendFrames(app, step, pending.pictures, null, pending);
  else show(confirmScreen(app, step, { ...first, fromFile: true }, undefined, pending));
  return true;
}

/** What the service's state asks for. */
function draw(): void {
  drawAround();
  const { phase, consent } = app.state;
  if (phase === 'CHECKING') show(waitingScreen(app));
  else if (phase !== 'CAPTURE') {
    void forget();
    show(endScreen(app, phase));
  } else if (!consent) show(consentScreen(app));
  else {
    const step = nextStep(app.state, skipped);
    show(step ? stepScreen(step) : handInScreen(app));
  }
}

function drawAround(): void {
  document.documentElement.lang = words.language;
  document.documentElement.dir = words.language === 'ar' ? 'rtl' : 'ltr';
  const choice = h(
    'select',
    {
      'aria-label': words.say('language'),
      onchange: () => {
        if (isLanguage(choice.value)) void change(choice.value);
      },
    },
    ...Object.entries(LANGUAGES).map(([code, name]) =>
      h('option', { value: code, lang: code, selected: code === words.language }, name),
    ),
  );
  head.replaceChildren(h('p', { class: 'organization', dir: 'auto' }, state?.organization ?? ''), choice);
  band.hidden = state?.sandbox !== true;
  band.textContent = words.say('sandbox');
  foot.replaceChildren(button(words.say('cancel'), 'link', askToCancel));
}

async function change(language: Language): Promise<void> {
  try {
    words = await loadWords(language);
    rememberLanguage(language);
    await app.update();
    head.querySelector('select')?.focus();
  } catch (error) {
    app.fail(error);
  }
}

function askToCancel(): void {
  const dialog: HTMLDialogElement = h(
    'dialog',
    { 'aria-labelledby': 'cancel-title' },
    h('h2', { id: 'cancel-title' }, words.say('cancel.title')),
    h('p', {}, words.say('cancel.text')),
    h(
      'div',
      { class: 'actions' },
      button(words.say('cancel.no'), 'primary', () => dialog.close(), { autofocus: true }),
      button(words.say('cancel.yes'), 'danger', async () => {
        try {
          const after = await cancel();
          dialog.close();
          await app.update(after);
        } catch (error) {
          dialog.close();
          app.fail(error);
        }
      }),
    ),
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** Screens on which nothing is under way: they may change when another device went on. */
const IDLE = /^(consent|hand-in|end-|failure)/;
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible' && state && current && IDLE.test(current.name)) void app.update();
});

try {
  words = await loadWords(startLanguage());
  page.replaceChildren(header, slot, foot, polite, urgent);
  await app.update();
} catch {
  // Not even words could be loaded: what the document says stays.
  page.setAttribute('aria-busy', 'false');
}
