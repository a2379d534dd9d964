import { NameIndexBuilder, type SharedSegment } from '../../../engines/names/index.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import { entitiesOfVersion } from '../lists/store.ts';
import { categoryBits, kindsOf, toNameEntity } from './search-indexes.ts';

/** An index in shared memory: posting it to another thread copies nothing. */
export interface SharedDatasetIndex {
  dataset: string;
  version: number;
  segment: SharedSegment;
  checks: Uint8Array;
}

/** Small, so that building a large list takes little more memory than the index itself. */
const PAGE = 250;

/** Builds the index of one version of a list from the database; entities in order of identifier, so always the same. */
export async function buildIndex(db: Queryable, dataset: string, version: number): Promise<SharedDatasetIndex> {
  const builder = new NameIndexBuilder();
  const bits: number[] = [];
  for (let after = ''; ;) {
    const page = await entitiesOfVersion(db, dataset, version, after, PAGE);
    for (const { entity } of page) {
      for (const schema of kindsOf(entity)) {
        builder.add({ ...toNameEntity(entity), schema });
        bits.push(categoryBits(entity.categories));
      }
    }
    const last = page.at(-1);
    if (page.length < PAGE || !last) break;
    after = last.entityId;
  }
  const checks = new Uint8Array(new SharedArrayBuffer(bits.length));
  checks.set(bits);
  return { dataset, version, segment: builder.build().transfer(), checks };
}
