import { readState, submit } from '../api.ts';
import { type App, KIND_KEYS, type Screen } from '../app.ts';
import { button, h } from '../dom.ts';
import { mark } from '../drawings.ts';
import type { Phase } from '../state.ts';
import { progressLine } from './picture.ts';

/** All pictures are there: a last look at the list, then they are handed in. */
export function handInScreen(app: App): Screen {
  const { words, state } = app;
  const element = h(
    'main',
    { class: 'card' },
    progressLine(app, null),
    h('h1', { tabindex: -1 }, words.say('handIn.title')),
    h('p', { class: 'lead' }, words.say('handIn.lead')),
    h(
      'ul',
      { class: 'list', role: 'list' },
      ...state.steps
        .filter(({ present, required }) => present || required)
        .map(({ kind }) =>
          h(
            'li',
            {},
            mark('done'),
            h('span', {}, words.say(`step.${KIND_KEYS[kind]}.title`)),
            button(words.say('handIn.again'), 'link', () => app.retake(kind), {
              'aria-label': `${words.say('handIn.again')}: ${words.say(`step.${KIND_KEYS[kind]}.title`)}`,
            }),
          ),
        ),
    ),
    h(
      'div',
      { class: 'actions' },
      button(words.say('handIn.send'), 'primary', async () => {
        try {
          await app.update(await submit());
        } catch (error) {
          app.fail(error);
        }
      }),
    ),
  );
  return { name: 'hand-in', element };
}

const FIRST_MS = 1_500;
const LONGEST_MS = 10_000;

/** The pictures are being checked: asks how it stands, less and less often, until there is an answer. */
export function waitingScreen(app: App): Screen {
  const { words } = app;
  let pause = FIRST_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let left = false;
  const ask = (): void => {
    timer = setTimeout(() => {
      void readState()
        .then((state) => {
          if (left) return undefined;
          if (state.phase !== 'CHECKING') return app.update(state);
          pause = Math.min(LONGEST_MS, pause * 1.3);
          ask();
          return undefined;
        })
        .catch((error: unknown) => {
          if (!left) app.fail(error);
        });
    }, pause);
  };
  ask();
  return {
    name: 'waiting',
    element: h(
      'main',
      { class: 'card end' },
      h('div', { class: 'spinner', 'aria-hidden': 'true' }),
      h('h1', { tabindex: -1 }, words.say('waiting.title')),
      h('p', { class: 'lead' }, words.say('waiting.lead')),
      h('p', { class: 'small' }, words.say('waiting.close')),
    ),
    leave: () => {
      left = true;
      clearTimeout(timer);
    },
  };
}

const ENDS: Readonly<Record<Exclude<Phase, 'CAPTURE' | 'CHECKING'>, 'done' | 'wait' | 'stop'>> = {
  APPROVED: 'done',
  FINISHED: 'done',
  UNDER_REVIEW: 'wait',
  EXPIRED: 'stop',
  CANCELLED: 'stop',
};

/** How it ended, and what happens next. */
export function endScreen(app: App, phase: keyof typeof ENDS): Screen {
  const { words, state } = app;
  const organization = state.organization;
  return {
    name: `end-${phase.toLowerCase()}`,
    element: h(
      'main',
      { class: 'card end' },
      mark(ENDS[phase]),
      h('h1', { tabindex: -1 }, words.say(`end.${phase}.title`)),
      h('p', { class: 'lead' }, words.say(`end.${phase}.text`, { organization })),
      h('p', { class: 'small' }, words.say('end.close')),
    ),
  };
}

/** Something failed: what, and how to go on. */
export function failureScreen(app: Pick<App, 'words' | 'update'>, key: string): Screen {
  const { words } = app;
  return {
    name: 'failure',
    element: h(
      'main',
      { class: 'card end' },
      mark('note'),
      h('h1', { tabindex: -1 }, words.say(`failure.${key}.title`)),
      h('p', { class: 'lead' }, words.say(`failure.${key}.text`)),
      h(
        'div',
        { class: 'actions' },
        button(words.say('failure.again'), 'primary', () => app.update()),
      ),
    ),
  };
}
