import { EN } from './en.ts';
import { languageModel, type LanguageModel } from './model.ts';
import type { Lexicon } from './types.ts';

const LEXICONS: readonly Lexicon[] = [EN];
const models = new Map<string, LanguageModel>();

/** Languages the engine has a lexicon for, ISO 639-1. */
export const LANGUAGES: readonly string[] = LEXICONS.map(({ language }) => language);

/** The compiled lexicon of a language, English where there is none. */
export function modelFor(language: string): LanguageModel {
  const lexicon = LEXICONS.find((one) => one.language === language) ?? EN;
  const known = models.get(lexicon.language);
  if (known) return known;
  const model = languageModel(lexicon);
  models.set(lexicon.language, model);
  return model;
}
