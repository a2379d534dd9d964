import { base, readState } from '../api.ts';
import { type App, KIND_KEYS } from '../app.ts';
import { button, h } from '../dom.ts';

const POLL_MS = 3_000;

/** A desk has a mouse and room; a phone has its own camera and needs no other. */
export const isDesk = (): boolean =>
  matchMedia('(pointer: fine) and (min-width: 48rem)').matches ||
  (!('ontouchstart' in globalThis) && innerWidth >= 768);

/** A code to go on with on the phone, while this screen follows along; null on a phone. */
export function phonePanel(app: App): { element: HTMLElement; leave(): void } | null {
  if (!app.state.phone || !isDesk()) return null;
  const { words } = app;
  let timer: ReturnType<typeof setInterval> | undefined;
  const progress = h('ul', { class: 'follow', role: 'list' });
  const panel = h('div', { class: 'phone-panel', hidden: true });

  const draw = (steps: App['state']['steps']): void => {
    progress.replaceChildren(
      ...steps
        .filter(({ required, present }) => required || present)
        .map(({ kind, present }) =>
          h(
            'li',
            { class: present ? 'present' : '' },
            words.say(`step.${KIND_KEYS[kind]}.title`),
            h('span', { class: 'state' }, words.say(present ? 'step.present' : 'step.missing')),
          ),
        ),
    );
  };
  let seen = app.state;
  const follow = async (): Promise<void> => {
    try {
      const state = await readState();
      const changed = state.steps.some((step, at) => step.present !== seen.steps[at]?.present);
      seen = state;
      if (changed) draw(state.steps);
      if (state.phase !== 'CAPTURE') await app.update(state);
    } catch {
      // The next one may get through.
    }
  };
  const open = (): void => {
    panel.hidden = false;
    toggle.hidden = true;
    panel.replaceChildren(
      h('img', { src: `${base()}/qr.svg`, alt: words.say('phone.alt'), width: 176, height: 176 }),
      h(
        'div',
        {},
        h('p', {}, words.say('phone.text')),
        progress,
        button(words.say('phone.here'), 'link', () => app.update()),
      ),
    );
    draw(app.state.steps);
    panel.querySelector('button')?.focus();
    timer = setInterval(() => void follow(), POLL_MS);
  };
  const toggle = button(words.say('phone.open'), 'link', open);
  return {
    element: h('section', { class: 'phone', 'aria-label': words.say('phone.open') }, toggle, panel),
    leave: () => clearInterval(timer),
  };
}
