import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import type { MatchDetail } from '../../../contract/dashboard/details.ts';
import { calendarDay, country, decimal, words } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/fields.tsx';
import { FourEyesNote } from '../../ui/decide.tsx';
import { Badge, Copied, Facts, Status, Time } from '../../ui/small.tsx';
import { featureWords } from './features.ts';
import { NameTokens } from './tokens.tsx';

interface MatchCardProps {
  detail: MatchDetail;
  chosen: boolean;
  /** Who decided, where that is known. */
  resolver: string | null;
  onChoose: () => void;
  onResolve: () => void;
}

const COUNTRY_FIELDS = /countr|nationalit/i;
const shownValue = (field: string, value: string): string =>
  field === 'type'
    ? words(value)
    : COUNTRY_FIELDS.test(field) && /^[A-Za-z]{2}$/.test(value)
      ? country(value)
      : calendarDay(value);

/** One listed entity: how near it is, why, and both records beside one another. */
export function MatchCard({ detail, chosen, resolver, onChoose, onResolve }: MatchCardProps) {
  const { match, open, tokens, sides, fourEyes, first } = detail;
  const mayResolve = fourEyes.refused === null;
  const [more, setMore] = useState(false);
  return (
    <section className="card match" id={`match-${match.matchId}`} tabIndex={-1} aria-label={match.caption}>
      <header>
        <div className="match-head">
          {mayResolve ? (
            <CheckField checked={chosen} onChange={onChoose} label={`Choose ${match.caption}`}>
              {null}
            </CheckField>
          ) : null}
          <div>
            <h2>{match.caption}</h2>
            <p className="across">
              {match.categories.map((category) => (
                <Status key={category} code={category} />
              ))}
              <span>{match.dataset}</span>
              {fourEyes.proposed ? <Status code="OPEN">second person needed</Status> : null}
              {match.reopened ? <Status code="OPEN">changed since it was resolved</Status> : null}
            </p>
          </div>
        </div>
        <div className="across">
          <Score value={match.score} />
          {open ? (
            <Button kind="primary" disabled={!mayResolve} onPress={onResolve}>
              Resolve …
            </Button>
          ) : (
            <Status code={match.resolution?.decision} />
          )}
        </div>
      </header>
      <div className="body stack">
        {match.resolution ? (
          <p className="note">
            <span>
              <span className="strong">{words(match.resolution.decision)}</span>
              {resolver ? ` by ${resolver}` : ''} <Time at={match.resolution.resolvedAt} />: “{match.resolution.reason}”
              {first ? (
                <>
                  <br />
                  Said first by {first.by?.name ?? 'an API key'} <Time at={first.at} />: “{first.reason}”
                </>
              ) : null}
            </span>
          </p>
        ) : null}
        {fourEyes.proposed ? <FourEyesNote of={fourEyes} /> : null}
        <NameTokens tokens={tokens} matchedName={match.matchedName} matchId={match.matchId} />
        <div
          className="table-room"
          tabIndex={0}
          role="region"
          aria-label={`Both records: ${match.caption}, ${match.matchId.slice(-6)}`}
        >
          <table className="table sides">
            <thead>
              <tr>
                <th scope="col">
                  <span className="hidden">Field</span>
                </th>
                <th scope="col">Your subject</th>
                <th scope="col">On the list</th>
                <th scope="col">
                  <span className="hidden">Outcome</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {sides.map(({ field, subject, listed, outcome }) => (
                <tr key={field} {...(outcome === 'DIFFERS' ? { className: 'differs' } : {})}>
                  <th scope="row" className="quiet">
                    {words(field)}
                  </th>
                  <td>
                    {subject.length === 0 ? (
                      <span className="faint">–</span>
                    ) : (
                      subject.map((one) => shownValue(field, one)).join(', ')
                    )}
                  </td>
                  <td>
                    {listed.length === 0 ? (
                      <span className="faint">–</span>
                    ) : (
                      listed.map((one) => shownValue(field, one)).join(', ')
                    )}
                  </td>
                  <td className="end small nowrap">
                    <Outcome of={outcome} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <div>
          <Button small kind="quiet" icon={more ? ChevronUp : ChevronDown} onPress={() => setMore(!more)}>
            {more ? 'Less' : 'List record and score'}
          </Button>
        </div>
        {more ? (
          <div className="stack">
            <Facts
              of={[
                ['Programmes', match.programs.join(', ')],
                ['Legal basis', match.legalBasis.join(', ')],
                ['Listed', match.listedAt],
                [
                  'Positions',
                  match.positions
                    .map(({ title, country: where }) => (where ? `${title} (${country(where)})` : title))
                    .join('; '),
                ],
                [
                  'Connected to',
                  match.associates
                    .map(
                      ({ name, relation }) =>
                        `${name ?? 'unnamed'} (${words(relation.split(':')[0] ?? '').toLowerCase()})`,
                    )
                    .join('; '),
                ],
                ['Entity', <Copied key="e" text={match.entityId} />],
              ]}
            />
            {match.explanation.length > 0 ? (
              <div
                className="table-room"
                tabIndex={0}
                role="region"
                aria-label={`How the score came about: ${match.caption}, ${match.matchId.slice(-6)}`}
              >
                <table className="table">
                  <thead>
                    <tr>
                      <th scope="col">What was compared</th>
                      <th scope="col">Subject</th>
                      <th scope="col">List</th>
                      <th scope="col" className="number">
                        Agreement
                      </th>
                      <th scope="col" className="number">
                        Points
                      </th>
                      <th scope="col">Outcome</th>
                    </tr>
                  </thead>
                  <tbody>
                    {match.explanation.map((line, place) => (
                      <ExplainedLine key={`${place} ${line.feature}`} line={line} />
                    ))}
                  </tbody>
                </table>
              </div>
            ) : null}
            {match.sources.map((source, index) => (
              <div key={source.url ?? String(index)} className="stack tight">
                <p className="small quiet">
                  {source.publisher ?? 'Record of the list'}{' '}
                  {source.url ? <span className="break">· {source.url}</span> : null}
                </p>
                <pre className="code-block" tabIndex={0} aria-label="Record of the list">
                  {JSON.stringify(source.record, null, 2)}
                </pre>
              </div>
            ))}
          </div>
        ) : null}
      </div>
    </section>
  );
}

/** One line of how the score came about: two values that were compared, or a rule that adds points or takes them. */
function ExplainedLine({ line }: { line: MatchDetail['match']['explanation'][number] }) {
  const { label, why, rule } = featureWords(line.feature);
  const adds = line.outcome === 'AGREES';
  if (rule) {
    return (
      <tr>
        <th scope="row">{label}</th>
        <td colSpan={3} className="quiet small">
          {why}
        </td>
        <td className="number">
          {adds ? '+' : '−'}
          {decimal(line.weight)}
        </td>
        <td>
          <Badge>{adds ? 'adds' : 'takes'}</Badge>
        </td>
      </tr>
    );
  }
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{line.query ?? '–'}</td>
      <td>{line.candidate ?? '–'}</td>
      <td className="number">{decimal(line.score * 100)} %</td>
      <td className="number">{decimal(line.weight)}</td>
      <td>
        <Status code={line.outcome} />
      </td>
    </tr>
  );
}

function Outcome({ of }: { of: MatchDetail['sides'][number]['outcome'] }) {
  if (of === 'AGREES') return <span className="agrees">agrees</span>;
  if (of === 'DIFFERS') return <span className="grave">contradicts</span>;
  return <span className="faint">missing</span>;
}

/** Points out of a hundred; a match is more certain the fuller the ring. */
function Score({ value }: { value: number }) {
  const round = 2 * Math.PI * 16;
  return (
    <span className="score" title={`${decimal(value)} of 100 points`}>
      <svg viewBox="0 0 40 40" width="40" height="40" aria-hidden="true">
        <circle className="score-room" cx="20" cy="20" r="16" />
        <circle
          className="score-fill"
          cx="20"
          cy="20"
          r="16"
          strokeDasharray={`${(value / 100) * round} ${round}`}
          transform="rotate(-90 20 20)"
        />
      </svg>
      <span className="numbers">
        {Math.round(value)}
        <span className="hidden"> of 100 points</span>
      </span>
    </span>
  );
}
