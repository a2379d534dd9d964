import { agree } from '../api.ts';
import type { App, Screen } from '../app.ts';
import { button, h } from '../dom.ts';
import { drawing } from '../drawings.ts';
import { phonePanel } from './phone.ts';

/** What is taken, why, and how long it is kept: before the first picture. */
export function consentScreen(app: App): Screen {
  const { words, state } = app;
  const organization = state.organization;
  const takes = state.steps.filter(({ kind }) => kind !== 'DOCUMENT_BACK');
  const phone = phonePanel(app);
  const own = state.consentTexts[words.language];
  const element = h(
    'main',
    { class: 'card' },
    h('h1', { tabindex: -1 }, words.say('consent.title')),
    // The organisation's text is text: whatever signs it holds, the browser reads no markup in it.
    ...(own
      ? [
          h(
            'div',
            { class: 'own-text', dir: 'auto' },
            ...paragraphsOf(own.text).map((text) => h('p', { dir: 'auto' }, text)),
          ),
        ]
      : [h('p', { class: 'lead' }, words.say('consent.lead', { organization }))]),
    h(
      'ul',
      { class: 'takes', role: 'list' },
      ...takes.map(({ kind }) => h('li', {}, drawing(kind), h('span', {}, words.say(`consent.take.${kind}`)))),
    ),
    h(
      'dl',
      { class: 'facts' },
      ...(own
        ? []
        : [
            h('dt', {}, words.say('consent.why')),
            h('dd', {}, words.say(state.faces ? 'consent.why.faces' : 'consent.why.document', { organization })),
            h('dt', {}, words.say('consent.kept')),
            h('dd', {}, words.say('consent.kept.text', { organization })),
          ]),
      ...(state.templates
        ? [
            h('dt', {}, words.say('consent.templates')),
            h('dd', {}, words.say('consent.templates.text', { organization })),
          ]
        : []),
      h('dt', {}, words.say('consent.choice')),
      h('dd', {}, words.say('consent.choice.text')),
    ),
    h(
      'div',
      { class: 'actions stays' },
      button(words.say('consent.agree'), 'primary', async () => {
        try {
          await app.update(await agree(words.language, own?.hash ?? null));
        } catch (error) {
          app.fail(error);
        }
      }),
    ),
    phone?.element,
  );
  return { name: 'consent', element, leave: () => phone?.leave() };
}

/** Paragraphs of a text: what stands between blank lines. */
const paragraphsOf = (text: string): string[] => text.split(/\n\s*\n/).filter((part) => part.trim() !== '');
