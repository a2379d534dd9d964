import { amount, percent, words } from '../../lib/format.ts';
import type { Check } from '../../lib/types.ts';
import { Card } from '../../ui/page.tsx';
import { Badge } from '../../ui/small.tsx';
import { Empty } from '../../ui/states.tsx';
import { toneOfCategory } from './categories.ts';
import { sharesByCategory } from './shares.ts';

type Exposure = Check['exposures'][number];

/** Shares of value by category, as a bar for each direction, and every exposure in a row. */
export function ExposuresCard({ check }: { check: Check }) {
  const { exposures, asset } = check;
  const sorted = exposures.toSorted((a, b) => b.contribution - a.contribution || b.share - a.share);
  return (
    <Card title="Exposures" note="With whom value was exchanged, and how much of the score each explains" flush>
      {exposures.length === 0 ? (
        <Empty title="No exposure is known">No labelled entity was reached from this address.</Empty>
      ) : (
        <>
          <div className="exposure-bars">
            <DirectionBar label="Came in from" parts={sharesByCategory(exposures, 'INCOMING')} />
            <DirectionBar label="Went out to" parts={sharesByCategory(exposures, 'OUTGOING')} />
          </div>
          <div className="table-room" tabIndex={0} role="region" aria-label="Exposures">
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">Entity</th>
                  <th scope="col">Category</th>
                  <th scope="col">Direction</th>
                  <th scope="col" className="number">
                    Hops
                  </th>
                  <th scope="col" className="number">
                    {asset ?? 'Value'}
                  </th>
                  <th scope="col" className="number">
                    Share
                  </th>
                  <th scope="col" className="number">
                    Points
                  </th>
                </tr>
              </thead>
              <tbody>
                {sorted.map((exposure) => (
                  <tr
                    key={`${exposure.entity} ${exposure.category} ${exposure.direction} ${exposure.kind} ${exposure.hops}`}
                  >
                    <th scope="row">
                      {exposure.entity}
                      {exposure.dust ? (
                        <span className="small quiet block">dust: anyone can send so little</span>
                      ) : null}
                    </th>
                    <td>
                      <Badge tone={toneOfCategory(exposure.category)}>{words(exposure.category)}</Badge>
                    </td>
                    <td className="nowrap">
                      <Way exposure={exposure} />
                    </td>
                    <td className="number">{exposure.hops}</td>
                    <td className="number">{exposure.hops > 0 ? amount(exposure.value) : '–'}</td>
                    <td className="number">{exposure.hops > 0 ? percent(exposure.share) : '–'}</td>
                    <td className="number strong">{exposure.contribution}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Card>
  );
}

function Way({ exposure }: { exposure: Exposure }) {
  if (exposure.hops === 0) return <>the address itself</>;
  return (
    <>
      {exposure.direction === 'INCOMING' ? 'came in' : 'went out'}
      <span className="quiet">, {words(exposure.kind).toLowerCase()}</span>
    </>
  );
}

function DirectionBar({ label, parts }: { label: string; parts: ReturnType<typeof sharesByCategory> }) {
  const known = parts.reduce((sum, [, share]) => sum + share, 0);
  const said = parts.map(([category, share]) => `${words(category)} ${percent(share)}`);
  let from = 0;
  return (
    <div className="stack tight">
      <span className="small quiet">{label}</span>
      <svg
        className="share-bar"
        viewBox="0 0 100 8"
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}: ${said.join(', ') || 'nothing known'}`}
      >
        <rect className="share-room" x={0} y={0} width={100} height={8} />
        {parts.map(([category, share]) => {
          const x = from;
          from += Math.min(1, share) * 100;
          return (
            <rect
              key={category}
              className={`tone-${toneOfCategory(category)}`}
              x={x}
              y={0}
              width={Math.max(0.4, Math.min(1, share) * 100 - 0.25)}
              height={8}
            >
              <title>{`${words(category)} ${percent(share)}`}</title>
            </rect>
          );
        })}
      </svg>
      <span className="small">
        {said.slice(0, 4).join(' · ') || 'nobody known'}
        {known < 0.995 ? <span className="quiet"> · {percent(Math.max(0, 1 - known))} not attributed</span> : null}
      </span>
    </div>
  );
}
