import { wait } from './dom.ts';

export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  ar: 'العربية',
};
export type Language = keyof typeof LANGUAGES;

export const isLanguage = (text: string): text is Language => Object.hasOwn(LANGUAGES, text);

/** Says things in the person's language. */
export class Words {
  readonly language: Language;
  readonly #texts: Readonly<Record<string, string>>;

  constructor(language: Language, texts: Readonly<Record<string, string>>) {
    this.language = language;
    this.#texts = texts;
  }

  has(key: string): boolean {
    return Object.hasOwn(this.#texts, key);
  }

  /** The text of a key, its `{names}` replaced; the key itself where there is none, which a test rules out. */
  say(key: string, values: Readonly<Record<string, string | number>> = {}): string {
    const text = this.#texts[key] ?? key;
    return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  }

  /** Why a picture could not be used; for a reason of a newer service, that it could not. */
  issue(reason: string): string {
    const key = `issue.${reason}`;
    return this.say(this.has(key) ? key : 'issue.OTHER');
  }
}

const CHOICE = 'capture.language';

/** The language chosen on this device before, or the page's. */
export function startLanguage(): Language {
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem(CHOICE);
  } catch {
    // Storage is off: the page's language holds.
  }
  const wanted = chosen ?? document.documentElement.lang;
  return isLanguage(wanted) ? wanted : 'en';
}

export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(CHOICE, language);
  } catch {
    // It holds until the page is closed.
  }
}

export async function loadWords(language: Language): Promise<Words> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await fetch(`/capture-page/words/${language}.json`);
      if (!answer.ok) throw new Error(String(answer.status));
      return new Words(language, (await answer.json()) as Record<string, string>);
    } catch (error) {
      if (attempt === 5) throw error;
      await wait(500 * attempt);
    }
  }
}
