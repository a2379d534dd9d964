import { count, words } from '../../lib/format.ts';
import type { Screening } from '../../lib/types.ts';
import { Go } from '../../lib/where.tsx';
import { Card } from '../../ui/page.tsx';
import { Time } from '../../ui/small.tsx';

/** Against which lists, in which versions. */
export function ListsCard({ screening }: { screening: Screening }) {
  return (
    <Card
      title="Lists"
      note={Object.entries(screening.checks)
        .map(([check, state]) => `${words(check)}: ${words(state).toLowerCase()}`)
        .join(' · ')}
      actions={<Go page="lists">All lists</Go>}
      flush
    >
      <ul className="lines">
        {screening.datasets.map(({ dataset, version, entities, fetchedAt }) => (
          <li key={dataset}>
            <span className="grow clip">
              {dataset} <span className="quiet">version {version}</span>
              <span className="small quiet block">
                {count(entities)} entities, <Time at={fetchedAt} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
