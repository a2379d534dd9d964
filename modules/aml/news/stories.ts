import { SAME_STORY, storySignature, storySimilarity } from '../../../engines/news/index.ts';
import type { Article } from '../../../engines/news/index.ts';
import type { KeptArticle, KeptFinding, NewsRecord } from './party.ts';

/** Most other places that the record of a story names. */
const PLACES_TOLD = 10;

/** What versions of one story are known by, in hex: minimum hashes, 32 bits each, little-endian. */
export function signatureOf(article: Article): string {
  const { hashes } = storySignature(article);
  const bytes = Buffer.alloc(hashes.length * 4);
  for (const [place, hash] of hashes.entries()) bytes.writeUInt32LE(hash, place * 4);
  return bytes.toString('hex');
}

function toHashes(signature: string): Uint32Array {
  const bytes = Buffer.from(signature, 'hex');
  return Uint32Array.from({ length: bytes.length / 4 }, (_, place) => bytes.readUInt32LE(place * 4));
}

const NO_BANDS = new Int32Array(0);
const similar = (a: Uint32Array, b: Uint32Array): boolean =>
  storySimilarity({ hashes: a, bands: NO_BANDS }, { hashes: b, bands: NO_BANDS }) >= SAME_STORY;

/** What an article says of the party: a version of a story that says something else is told apart. */
const said = (findings: readonly KeptFinding[]): string =>
  [
    ...new Set(
      findings.map(({ offence, role, clearing, severity }) => `${offence} ${role} ${clearing ?? ''} ${severity}`),
    ),
  ]
    .toSorted()
    .join();

/** Earlier first, without a date last; what is the same in both in an order that depends on the article alone. */
function byTime(a: readonly KeptFinding[], b: readonly KeptFinding[]): number {
  const [left, right] = [a, b].map(([finding]) => {
    const { publishedAt = null, url = null, title = '' } = finding?.article ?? {};
    return `${publishedAt ?? '~'} ${url ?? ''} ${title} ${finding?.signature ?? ''}`;
  }) as [string, string];
  return left < right ? -1 : left > right ? 1 : 0;
}

const place = ({ url, publisher, publishedAt }: KeptArticle) => ({ url, publisher, publishedAt });

/**
 * The stories that findings about one party are from. Articles that are versions of one story and say the same of the
 * party are one record: the earliest of them, with the places of the others.
 */
export function storiesOf(findings: readonly KeptFinding[]): NewsRecord[] {
  const stories: { hashes: Uint32Array; said: string; record: NewsRecord }[] = [];
  const articles = [...Map.groupBy(findings, ({ articleId }) => articleId).values()].toSorted(byTime);
  for (const group of articles) {
    const [one] = group;
    if (!one) continue;
    const story = { hashes: toHashes(one.signature), said: said(group) };
    const earlier = stories.find((other) => other.said === story.said && similar(other.hashes, story.hashes));
    if (earlier) {
      if (earlier.record.alsoAt.length < PLACES_TOLD) earlier.record.alsoAt.push(place(one.article));
      continue;
    }
    const record: NewsRecord = {
      ...one.article,
      findings: group.map(({ name, offence, role, clearing, severity, confidence, snippet }) => ({
        name,
        offence,
        role,
        clearing,
        severity,
        confidence,
        snippet,
      })),
      alsoAt: [],
    };
    stories.push({ ...story, record });
  }
  return stories.map(({ record }) => record);
}
