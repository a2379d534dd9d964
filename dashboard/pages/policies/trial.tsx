import type { PolicyTry } from '../../../contract/dashboard/policies.ts';
import { count, plural } from '../../lib/format.ts';
import { Go, pageOfId } from '../../lib/where.tsx';
import { Status, Time } from '../../ui/small.tsx';
import { Note, Progress } from '../../ui/states.tsx';

/** What would differ, had the last decisions been made by the changed policy. */
export function TryResult({ trial }: { trial: PolicyTry }) {
  if (trial.status === 'FAILED') {
    return <Note tone="bad">The trial failed: {trial.error ?? 'no reason was given'}. Nothing was changed.</Note>;
  }
  const { result } = trial;
  if (trial.status !== 'DONE' || !result) {
    return <Progress share={trial.progress / 100} label="Making the last decisions again" />;
  }
  const waiting = result.waiting.after - result.waiting.before;
  return (
    <div className="stack tight" role="status">
      <Note tone={result.changed > 0 ? 'accent' : 'good'}>
        {plural(result.examined, 'decision')} made again; <strong>{count(result.changed)} would differ</strong>.{' '}
        {waiting === 0
          ? 'As many would wait for a person.'
          : `${plural(Math.abs(waiting), 'case')} ${waiting > 0 ? 'more' : 'fewer'} would wait for a person.`}
        {result.skipped > 0
          ? ` ${count(result.skipped)} could not be made again: what they were made from is not kept.`
          : ''}
      </Note>
      {result.moves.length > 0 ? (
        <ul className="lines">
          {result.moves.map(({ from, to, count: times }) => (
            <li key={`${from} ${to}`}>
              <Status code={from} /> <span aria-label="becomes">→</span> <Status code={to} />
              <span className="grow" />
              <span className="numbers strong">{count(times)}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {result.differences.length > 0 ? (
        <div className="table-room" tabIndex={0} role="region" aria-label="Decisions that would differ most">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Decision</th>
                <th scope="col">Made</th>
                <th scope="col">Now</th>
                <th scope="col">Would be</th>
              </tr>
            </thead>
            <tbody>
              {result.differences.slice(0, 20).map(({ resourceId, at, before, after }) => {
                const page = pageOfId(resourceId);
                return (
                  <tr key={resourceId}>
                    <th scope="row">
                      {page ? (
                        <Go page={page} id={resourceId} className="code">
                          {resourceId}
                        </Go>
                      ) : (
                        <span className="code">{resourceId}</span>
                      )}
                    </th>
                    <td>
                      <Time at={at} />
                    </td>
                    <td className="nowrap">
                      <Status code={before.riskLevel} /> {Math.round(before.score)}
                    </td>
                    <td className="nowrap">
                      <Status code={after.riskLevel} /> {Math.round(after.score)}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      ) : null}
    </div>
  );
}
