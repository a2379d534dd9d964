import { useState } from 'react';
import type { RuleRow } from '../../../contract/dashboard/details.ts';
import { decimal, plural, words } from '../../lib/format.ts';
import type { Verification } from '../../lib/types.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/page.tsx';
import { Status } from '../../ui/small.tsx';
import { Empty } from '../../ui/states.tsx';

const ORDER: Readonly<Record<string, number>> = { FAIL: 0, REVIEW: 1, NOT_PERFORMED: 2, PASS: 3 };

const scalar = (value: RuleRow['value']): string => {
  if (value === null) return '–';
  if (typeof value === 'number')
    return Number.isInteger(value) ? String(value) : decimal(Math.round(value * 1000) / 1000);
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : words(value);
};

/** Every rule with what was measured, what it was held against and what came of it; the ones that matter first. */
export function RulesTable({ rules, checks }: { rules: readonly RuleRow[]; checks: Verification['checks'] }) {
  const [all, setAll] = useState(false);
  const sorted = rules.toSorted((a, b) => (ORDER[a.outcome] ?? 9) - (ORDER[b.outcome] ?? 9));
  const telling = sorted.filter(({ outcome }) => outcome === 'FAIL' || outcome === 'REVIEW');
  const shown = all || telling.length === 0 ? sorted : telling;
  return (
    <Card
      title="Rules"
      note={
        <span className="across">
          {Object.entries(checks).map(([name, outcome]) => (
            <span key={name} className="across">
              {words(name)} <Status code={outcome} />
            </span>
          ))}
        </span>
      }
      actions={
        telling.length > 0 && telling.length < rules.length ? (
          <Button small onPress={() => setAll(!all)}>
            {all ? 'Only what did not pass' : `All ${plural(rules.length, 'rule')}`}
          </Button>
        ) : null
      }
      flush
    >
      {rules.length === 0 ? (
        <Empty title="No rule was applied yet">
          Each rule stands here with its value and threshold once files were examined.
        </Empty>
      ) : (
        <div className="table-room" tabIndex={0} role="region" aria-label="Rules">
          <table className="table rules">
            <thead>
              <tr>
                <th scope="col">Rule</th>
                <th scope="col" className="number">
                  Value
                </th>
                <th scope="col" className="number">
                  Threshold
                </th>
                <th scope="col">Outcome</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr key={`${row.check} ${row.rule}`}>
                  <th scope="row">
                    {words(row.rule)}
                    <span className="small quiet block">
                      {words(row.check)}
                      {evidenceWords(row)}
                    </span>
                  </th>
                  <td className="number">{scalar(row.value)}</td>
                  <td className="number quiet">{scalar(row.threshold)}</td>
                  <td>
                    <Status code={row.outcome} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

/** What else a rule noted, without what stands in its own columns. */
function evidenceWords({ evidence, value, threshold }: RuleRow): string {
  const rest = Object.entries(evidence).filter(([, one]) => one !== null && one !== value && one !== threshold);
  return rest.length === 0
    ? ''
    : ` · ${rest.map(([name, one]) => `${words(name).toLowerCase()} ${scalar(one)}`).join(', ')}`;
}
