import type { MatchDetail } from '../../../contract/dashboard/details.ts';

type Token = MatchDetail['tokens'][number];

const SAID: Readonly<Record<Token['outcome'], string>> = {
  AGREES: 'the same',
  CLOSE: 'close',
  DIFFERS: 'differs',
  MISSING: 'missing',
};

interface NameTokensProps {
  tokens: readonly Token[];
  matchedName: string;
  /** Tells apart two of the same name, for those who listen. */
  matchId: string;
}

/** The two names word below word: what agrees, what is close, what contradicts, and what only one of them has. */
export function NameTokens({ tokens, matchedName, matchId }: NameTokensProps) {
  if (tokens.length === 0) {
    return (
      <p>
        Matched name: <span className="strong">{matchedName}</span>
      </p>
    );
  }
  return (
    <div
      className="tokens-room"
      tabIndex={0}
      role="region"
      aria-label={`The names word by word: ${matchedName}, ${matchId.slice(-6)}`}
    >
      <table className="tokens">
        <tbody>
          <tr>
            <th scope="row">Subject</th>
            {tokens.map(({ query, candidate, outcome }) => (
              <td key={`${query ?? ''} ${candidate ?? ''}`} className={`token ${outcome.toLowerCase()}`} dir="auto">
                {query ?? <span className="gap">·</span>}
              </td>
            ))}
          </tr>
          <tr>
            <th scope="row">List</th>
            {tokens.map(({ query, candidate, outcome }) => (
              <td key={`${query ?? ''} ${candidate ?? ''}`} className={`token ${outcome.toLowerCase()}`} dir="auto">
                {candidate ?? <span className="gap">·</span>}
              </td>
            ))}
          </tr>
          <tr className="token-outcomes">
            <th scope="row">
              <span className="hidden">Outcome</span>
            </th>
            {tokens.map(({ query, candidate, outcome, score }) => (
              <td key={`${query ?? ''} ${candidate ?? ''}`}>
                {SAID[outcome]}
                {outcome === 'CLOSE' ? ` ${Math.round(score * 100)} %` : ''}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}
