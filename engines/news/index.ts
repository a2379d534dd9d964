/** Adverse media: articles in, people and organisations named with offences out. See README.md for the method. */
export { articleReader, isArticleFormat } from './readers/index.ts';
export * from './types.ts';
