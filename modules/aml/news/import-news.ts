import { analyseArticle, NEWS_ALGORITHM_VERSION } from '../../../engines/news/index.ts';
import { importArticles, type NewsImportOptions, type NewsImportResult, type NewsServices } from './import.ts';

/**
 * Takes articles from files and finds who is accused or convicted in them: `importArticles` with the engine for news.
 * @throws ListRefused where a file is damaged, cut short, empty or unreadable; nothing of the import is taken then
 */
export function importNews(services: NewsServices, options: NewsImportOptions): Promise<NewsImportResult> {
  return importArticles(services, options, { version: NEWS_ALGORITHM_VERSION, analyse: analyseArticle });
}
