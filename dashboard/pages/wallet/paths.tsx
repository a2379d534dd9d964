import { MoveRight } from 'lucide-react';
import { Fragment, useState } from 'react';
import { amount, decimal, percent, plural, shortened, words } from '../../lib/format.ts';
import type { Check } from '../../lib/types.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/page.tsx';
import { Badge, Copied, Time } from '../../ui/small.tsx';
import { toneOfCategory } from './categories.ts';

type Path = Check['evidence'][number];

const TIMING: Readonly<Record<Path['timing'], string>> = {
  BEFORE: 'before the entity was designated',
  AFTER: 'after the entity was designated',
  BOTH: 'before and after the entity was designated',
  UNKNOWN: '',
};

/** The ways that carry most of the score, each with its transfers. */
export function PathsCard({ check }: { check: Check }) {
  if (check.evidence.length === 0) return null;
  return (
    <Card title="Paths" note="The ways of value that carry most of the score" flush>
      <ol className="paths">
        {check.evidence.map((path, index) => (
          <PathLine key={`${path.entity} ${path.direction} ${index}`} path={path} asset={check.asset} />
        ))}
      </ol>
    </Card>
  );
}

function PathLine({ path, asset }: { path: Path; asset: string | null }) {
  const [open, setOpen] = useState(false);
  const stops = path.steps.length === 0 ? [] : [path.steps[0]?.from ?? '', ...path.steps.map(({ to }) => to)];
  const timing = TIMING[path.timing];
  return (
    <li>
      <div className="across apart">
        <span className="across">
          <Badge tone={toneOfCategory(path.category)}>{words(path.category)}</Badge>
          <span className="strong">{path.entity}</span>
          <span className="quiet">
            {path.hops === 0
              ? 'the address itself'
              : `${path.direction === 'INCOMING' ? 'came in' : 'went out'} over ${plural(path.hops, 'hop')}${timing ? `, ${timing}` : ''}`}
          </span>
        </span>
        <span className="across numbers">
          {path.hops > 0 ? <span className="quiet">{percent(path.share)}</span> : null}
          <span className="strong">{decimal(path.contribution)} points</span>
          {path.steps.length > 0 ? (
            <Button small onPress={() => setOpen(!open)}>
              {open ? 'Less' : 'Transfers'}
            </Button>
          ) : null}
        </span>
      </div>
      {stops.length > 0 ? (
        <p className="path-stops code small">
          {stops.map((stop, index) => (
            <Fragment key={`${stop} ${index}`}>
              {index > 0 ? <MoveRight size={14} className="flip" aria-label="to" /> : null}
              <span title={stop}>{shortened(stop, 6)}</span>
            </Fragment>
          ))}
        </p>
      ) : null}
      {open ? (
        <div className="table-room" tabIndex={0} role="region" aria-label="Transfers">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">From</th>
                <th scope="col">To</th>
                <th scope="col" className="number">
                  {asset ?? 'Value'}
                </th>
                <th scope="col">First</th>
                <th scope="col">Last</th>
              </tr>
            </thead>
            <tbody>
              {path.steps.map((step, index) => (
                <tr key={`${step.from} ${step.to} ${index}`}>
                  <td>
                    <Copied text={step.from} shown={shortened(step.from, 8)} />
                  </td>
                  <td>
                    <Copied text={step.to} shown={shortened(step.to, 8)} />
                  </td>
                  <td className="number">{amount(step.value)}</td>
                  <td>
                    <Time at={step.firstAt} />
                  </td>
                  <td>
                    <Time at={step.lastAt} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </li>
  );
}
