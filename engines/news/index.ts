/** Adverse media: articles in, people and organisations named with offences out. See README.md for the method. */
export { analyseArticle, isAdverse } from './analyse.ts';
export { languageOf } from './language.ts';
export { LANGUAGES } from './lexicon/index.ts';
export { articleReader, isArticleFormat } from './readers/index.ts';
export { SAME_STORY, StoryIndex, storySignature, storySimilarity, type StorySignature } from './same-story.ts';
export { severity } from './severity.ts';
export {
  storyStatement,
  storyStatus,
  type Clearing,
  type StoryState,
  type StoryStatement,
  type StoryStatus,
} from './status.ts';
export * from './types.ts';

/** Changes with every rule, lexicon or weight that may change a finding. */
export const NEWS_ALGORITHM_VERSION = 'news-3';
