import { beginCapture, Refusal } from '../api.ts';
import { type App, KIND_KEYS, type Screen } from '../app.ts';
import { button, h } from '../dom.ts';
import { mark } from '../drawings.ts';
import { forget, keep, note, type Pending } from '../pending.ts';
import type { Step } from '../state.ts';
import { upload, type UploadOptions } from '../upload.ts';
import { pictureScreen, progressLine } from './picture.ts';

export interface Shot {
  blob: Blob;
  name: string;
  fromFile: boolean;
}

const MAX_BYTES = 25 * 1_048_576;

/** A bar that fills while pictures are sent, with words for who does not see it. */
export function sendingBar(app: App): {
  element: HTMLElement;
  progress(share: number): void;
  trouble(is: boolean): void;
} {
  const { words } = app;
  const bar = h('progress', { max: 100, value: 0, 'aria-label': words.say('sending') });
  const line = h('p', { class: 'small', role: 'status' }, words.say('sending'));
  return {
    element: h('div', { class: 'sending' }, bar, line),
    progress: (share) => {
      bar.value = Math.round(share * 100);
    },
    trouble: (is) => {
      line.textContent = words.say(is ? 'sending.trouble' : 'sending');
    },
  };
}

/** Words for a picture that the service did not take. */
export function refusalText(app: App, error: Refusal): string {
  const key = `refusal.${error.code}`;
  return app.words.say(app.words.has(key) ? key : 'refusal.OTHER');
}

/** Sends the rest of what was under way. @returns false where the service knows nothing of it any more */
async function goneOn(
  shot: Shot,
  { kind, nonce, place }: Pending,
  told: Pick<UploadOptions, 'onProgress' | 'onTrouble'>,
): Promise<boolean> {
  try {
    await upload(shot, { kind, nonce, place, onPlace: (made) => note(0, made), ...told });
    return true;
  } catch (error) {
    // It waited too long, or its nonce did: the same picture is begun again.
    if (error instanceof Refusal && (error.status === 404 || error.code === 'VALIDATION_ERROR')) return false;
    throw error;
  }
}

/**
 * Shows the picture that was taken or chosen; it is sent when the person says that it is good.
 * @param pending what was being sent when the page was reloaded: it goes on by itself
 */
export function confirmScreen(app: App, step: Step, shot: Shot, problem?: string, pending?: Pending): Screen {
  const { words } = app;
  const key = KIND_KEYS[step.kind];
  const address = URL.createObjectURL(shot.blob);
  const image = h('img', { src: address, alt: words.say(`confirm.${key}.alt`) });
  const shown = h('div', { class: 'shot' }, image);
  // A form of file that the browser does not draw is sent all the same; the service can read more.
  image.addEventListener('error', () => shown.replaceChildren(h('p', { class: 'file-name', dir: 'auto' }, shot.name)));
  const tooLarge = shot.blob.size > MAX_BYTES;
  const told = problem ?? (tooLarge ? words.say('refusal.PAYLOAD_TOO_LARGE') : null);

  const send = async (): Promise<void> => {
    const sending = sendingBar(app);
    actions.replaceChildren(sending.element);
    try {
      const told = { onProgress: sending.progress, onTrouble: sending.trouble };
      const resumed = pending !== undefined && (await goneOn(shot, pending, told));
      if (!resumed) {
        const { nonce } = await beginCapture(step.kind);
        await keep({ kind: step.kind, nonce, pictures: [shot] });
        await upload(shot, { kind: step.kind, nonce, onPlace: (place) => note(0, place), ...told });
      }
      await forget();
      app.announce(words.say('sending.done'));
      await app.update();
    } catch (error) {
      // Where the network failed for long, a reload goes on.
      if (error instanceof Refusal) await forget();
      const about = error instanceof Refusal && error.code !== 'INVALID_STATE' && error.code !== 'NOT_FOUND';
      if (about) app.show(confirmScreen(app, step, shot, refusalText(app, error)));
      else app.fail(error);
    }
  };
  const actions = h(
    'div',
    { class: 'actions' },
    !told && button(words.say('confirm.use'), 'primary', send),
    button(words.say(shot.fromFile ? 'confirm.other' : 'confirm.again'), told ? 'primary' : 'secondary', () =>
      app.show(pictureScreen(app, step)),
    ),
  );
  if (pending) void send();
  return {
    name: `confirm-${key}`,
    element: h(
      'main',
      { class: 'card' },
      progressLine(app, step.kind),
      h('h1', { tabindex: -1 }, words.say(`confirm.${key}.title`)),
      told ? h('div', { class: 'note warn', role: 'alert' }, mark('note'), h('p', {}, told)) : null,
      shown,
      !told && h('p', { class: 'lead' }, words.say(`confirm.${key}.lead`)),
      actions,
    ),
    leave: () => URL.revokeObjectURL(address),
  };
}
