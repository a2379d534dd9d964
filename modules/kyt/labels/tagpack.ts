import { parse } from 'yaml';
import { refusedAt } from '../refused.ts';
import { AUTHORITY_CONFIDENCE, categoryOf, confidenceOf } from './categories.ts';
import { keyByCurrency, type StoredLabel } from './label.ts';
import type { ReadPack } from './pack.ts';

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, 500) || undefined : undefined;
const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one) => textOf(one) ?? []);

/** Of these coins a marketplace that tag packs name is one of the darknet; of others it may be any shop. */
const DARKNET_COINS: ReadonlySet<string> = new Set(['BTC', 'LTC', 'BCH', 'XMR']);

/** Packs of public sanctions lists often name the list in their texts only. */
const OFAC = /\bOFAC\b/i;

/**
 * Reads a tag pack: YAML with header fields, which its tags inherit, and `tags`. Transaction tags, currencies that the
 * service does not read and malformed addresses are counted and left out.
 * @throws ImportRefused where it is no tag pack
 */
export function readTagPack(text: string, name: string): ReadPack {
  let parsed: unknown;
  try {
    // No aliases: a small file could unfold into a huge one.
    parsed = parse(text, { maxAliasCount: 0, uniqueKeys: true, schema: 'core' });
  } catch (error) {
    throw refusedAt(name, `is no valid YAML (${firstLine(error)}). Correct the file, then import it again.`);
  }
  if (!isObject(parsed) || !Array.isArray(parsed['tags'])) {
    const actors =
      isObject(parsed) && Array.isArray(parsed['actors']) ? ' It is an actor pack, which names no addresses.' : '';
    throw refusedAt(name, `is no tag pack: it has no list "tags".${actors}`);
  }
  const { tags, ...header } = parsed;
  const title = textOf(header['title']) ?? name;
  const pack: ReadPack = {
    pack: `tagpack ${textOf(header['creator']) ?? ''} ${title}`.slice(0, 500),
    replaces: 'ALL',
    labels: [],
    skipped: 0,
  };
  (tags as unknown[]).forEach((tag, i) => {
    if (!isObject(tag))
      throw refusedAt(`${name}, tag ${i + 1}`, 'is no mapping. Correct the file, then import it again.');
    const label = labelOf({ ...header, ...tag }, title);
    if (label) pack.labels.push(label);
    else pack.skipped += 1;
  });
  return pack;
}

function labelOf(tag: Fields, title: string): StoredLabel | undefined {
  const address = textOf(tag['address']);
  const currency = textOf(tag['currency']) ?? textOf(tag['network']);
  if (!address || !currency) return undefined;
  const addressKey = keyByCurrency(address, currency);
  if (addressKey === undefined) return undefined;
  const label = textOf(tag['label']) ?? title;
  const source = textOf(tag['source']) ?? title;
  const concepts = [...textsOf(tag['abuse']), ...textsOf(tag['category']), ...textsOf(tag['concepts'])];
  if (concepts.includes('market') && DARKNET_COINS.has(currency.toUpperCase())) concepts.push('dark_web');
  const isListed = concepts.includes('sanction') || OFAC.test(label) || OFAC.test(title);
  const category = isListed ? 'SANCTIONS' : categoryOf(concepts);
  const stated = textOf(tag['confidence']);
  const confidence = stated === undefined && isListed ? AUTHORITY_CONFIDENCE : confidenceOf(stated);
  const isOfac = isListed && (OFAC.test(label) || OFAC.test(title) || OFAC.test(source));
  return {
    addressKey,
    category,
    entity: textOf(tag['actor']) ?? label,
    confidence,
    source: source.slice(0, 500),
    definesCluster: tag['is_cluster_definer'] === true,
    sanction: isListed ? { list: isOfac ? 'OFAC SDN' : title, program: null, entityId: null, listedAt: null } : null,
    since: null,
  };
}

const firstLine = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unreadable';
