import { DE } from './de.ts';
import { EN } from './en.ts';
import { ES } from './es.ts';
import { FR } from './fr.ts';
import { IT } from './it.ts';
import { languageModel, type LanguageModel } from './model.ts';
import { NL } from './nl.ts';
import { PT } from './pt.ts';
import { RU } from './ru.ts';
import type { Lexicon } from './types.ts';

const LEXICONS: readonly Lexicon[] = [EN, DE, FR, ES, PT, IT, NL, RU];
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
