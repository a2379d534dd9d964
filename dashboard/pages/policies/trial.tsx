import type { PolicyTry } from '../../../contract/dashboard/policies.ts';
import type { UntoldReason } from '../../../contract/dashboard/policies.ts';
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
      </Note>
      <Untold result={result} />
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

/** Why decisions cannot be made again from their records. */
const WHY: Readonly<Record<UntoldReason, string>> = {
  NOT_KEPT: 'the record does not hold all that it was made from',
  LABELS: 'labels less sure than before would count, and records hold only those that counted',
  HOPS: 'payments would be followed over more hops than they were, and some went on there',
  SHARE: 'smaller parts of payments would be followed than were, and some were left for it',
  BUDGET: 'more or fewer payments would be followed than were',
  SERVICES: 'other addresses would count as services, at which following ends',
  TIME_ORDER: 'payments would be followed in another order of time',
};

/** What the trial cannot tell: which decisions it left out and why, and which of the others are estimates. */
function Untold({ result }: { result: NonNullable<PolicyTry['result']> }) {
  const { untold, estimated } = result;
  if (untold.length === 0 && estimated === 0) return null;
  return (
    <Note>
      <p className="strong">What this trial cannot tell</p>
      <ul className="what">
        {untold.map(({ reason, count: times }) => (
          <li key={reason}>
            {plural(times, 'decision')} left out: {WHY[reason]}.
          </li>
        ))}
        {estimated > 0 ? (
          <li>
            {plural(estimated, 'decision')} estimated: what would no longer be followed was taken out of the record,
            which does not say by which ways each value came.
          </li>
        ) : null}
      </ul>
    </Note>
  );
}
