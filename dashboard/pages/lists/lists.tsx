import { ListTree } from 'lucide-react';
import type { ListSource } from '../../../contract/dashboard/policies.ts';
import { Shown, useRead } from '../../lib/data.tsx';
import { count, plural, sentence, words } from '../../lib/format.ts';
import { useEnvironment } from '../../lib/where.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Badge, Copied, Status, Time } from '../../ui/small.tsx';
import { Empty, Note } from '../../ui/states.tsx';

/** Against what screenings are made: each list, its versions, and how each differed from the one before. */
export function ListsPage() {
  const environment = useEnvironment();
  const lists = useRead<{ lists: ListSource[] }>('lists');
  return (
    <Page
      title="Lists"
      lead="Each screening keeps the versions it was made against, so that it can be made again, byte for byte."
    >
      <Shown of={lists}>
        {({ lists: sources }) =>
          sources.length === 0 ? (
            <Card>
              {environment === 'test' ? (
                <Empty icon={ListTree} title="The sandbox has a list of its own">
                  Its screenings are simulated against a few invented entries that never change. The lists of production
                  are under Production, above.
                </Empty>
              ) : (
                <Empty icon={ListTree} title="No list is loaded">
                  Screenings are refused until there is one: nothing is called clear that was not looked up. Whoever
                  runs the service loads them with <code>cli lists update</code>.
                </Empty>
              )}
            </Card>
          ) : (
            <div className="stack">
              {sources.map((source) => (
                <Source key={source.dataset} source={source} />
              ))}
            </div>
          )
        }
      </Shown>
    </Page>
  );
}

function Source({ source }: { source: ListSource }) {
  const active = source.versions.find((version) => version.active);
  const categories = Object.entries(source.categories).toSorted(([, a], [, b]) => b - a);
  return (
    <Card
      title={
        <>
          {source.dataset} {source.own ? <Badge tone="accent">your own</Badge> : null}
        </>
      }
      note={
        <>
          {active ? `${plural(active.entities, 'entity', 'entities')}, ` : ''}
          {source.format}, looked for changes <Time at={source.checkedAt} relative />
        </>
      }
      actions={categories.map(([category, entities]) => (
        <span key={category} className="nowrap small">
          <Status code={category} /> <span className="numbers quiet">{count(entities)}</span>
        </span>
      ))}
      flush
    >
      {source.refusals.length > 0 ? (
        <div className="padded stack tight">
          {source.refusals.map((refusal) => (
            <Note key={refusal.refusedAt} tone="warn">
              A file was not taken, <Time at={refusal.refusedAt} />: {sentence(refusal.reason)} The version before it
              serves on.
            </Note>
          ))}
        </div>
      ) : null}
      <div className="table-room" tabIndex={0} role="region" aria-label={`Versions of ${source.dataset}`}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Version</th>
              <th scope="col" className="number">
                Entities
              </th>
              <th scope="col" className="number">
                Added
              </th>
              <th scope="col" className="number">
                Changed
              </th>
              <th scope="col" className="number">
                Removed
              </th>
              <th scope="col">Published</th>
              <th scope="col">Taken</th>
              <th scope="col">SHA-256</th>
            </tr>
          </thead>
          <tbody>
            {source.versions.map((version) => (
              <tr key={version.version}>
                <th scope="row" className="nowrap">
                  {count(version.version)} {version.active ? <Badge tone="good">in use</Badge> : null}
                  {version.warnings.map((warning) => (
                    <span key={warning.code} className="small quiet block">
                      {words(warning.code)}: {plural(warning.count, 'time')}, such as {warning.example}
                    </span>
                  ))}
                </th>
                <td className="number">{count(version.entities)}</td>
                <td className="number">{count(version.added)}</td>
                <td className="number">{count(version.changed)}</td>
                <td className="number">{count(version.removed)}</td>
                <td>{version.publishedAt ?? <span className="faint">–</span>}</td>
                <td>
                  <Time at={version.fetchedAt} />
                </td>
                <td>
                  <Copied text={version.sha256} shown={`${version.sha256.slice(0, 10)}…`} label="Copy hash" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
