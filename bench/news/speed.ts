/** Articles a second on one core: `node bench/news/speed.ts [COUNT]`. Reading is timed apart from analysis. */
import { analyseArticle, isAdverse, StoryIndex, storySignature } from '../../engines/news/index.ts';
import { corpora, type CorpusArticle } from './corpora.ts';

const source = corpora();
if (source === undefined) {
  console.log('skipped: the public news data is absent');
} else {
  const count = Number(process.argv[2] ?? 10_000);
  const articles: CorpusArticle[] = [];
  const begin = performance.now();
  for await (const article of source) {
    articles.push(article);
    if (articles.length >= count) break;
  }
  const readMs = performance.now() - begin;
  for (const article of articles.slice(0, 500)) analyseArticle(article);
  const chars = articles.reduce((sum, { text }) => sum + text.length, 0);
  let adverse = 0;
  let slowest = 0;
  const processor = process.cpuUsage();
  const start = performance.now();
  for (const article of articles) {
    const before = performance.now();
    adverse += analyseArticle(article).some(isAdverse) ? 1 : 0;
    slowest = Math.max(slowest, performance.now() - before);
  }
  const analyseMs = performance.now() - start;
  const used = process.cpuUsage(processor);
  const processorMs = (used.user + used.system) / 1000;
  const index = new StoryIndex();
  let copies = 0;
  const storyStart = performance.now();
  for (const article of articles) if (index.add(article.id, storySignature(article)) !== undefined) copies++;
  const storyMs = performance.now() - storyStart;
  const rate = (ms: number): string => `${Math.round((articles.length / ms) * 1000)} articles/s`;
  console.log(`${articles.length} articles, ${(chars / articles.length).toFixed(0)} characters each on average`);
  console.log(`read    ${rate(readMs)}`);
  console.log(
    `analyse ${rate(analyseMs)}, ${(chars / analyseMs / 1000).toFixed(1)} MB/s, slowest ${slowest.toFixed(1)} ms; ${rate(processorMs)} by processor time; ${adverse} with an adverse finding`,
  );
  console.log(`stories ${rate(storyMs)}, ${copies} copies of earlier ones`);
}
