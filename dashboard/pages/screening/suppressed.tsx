import type { Screening } from '../../lib/types.ts';
import { plural } from '../../lib/format.ts';
import { Go } from '../../lib/where.tsx';
import { Card } from '../../ui/page.tsx';
import { Status, Time } from '../../ui/small.tsx';

/** What was left out because somebody found the same pair to be a false positive before. */
export function SuppressedCard({ suppressed }: { suppressed: Screening['suppressed'] }) {
  if (suppressed.length === 0) return null;
  return (
    <Card
      title={`${plural(suppressed.length, 'match', 'matches')} left out`}
      note="Found to be false positives before. They come back where the list record changes."
      flush
    >
      <ul className="lines">
        {suppressed.map(({ matchId, caption, categories, dataset, score, suppressedBy }) => (
          <li key={matchId}>
            <span className="grow">
              <span className="across">
                <span className="strong">{caption}</span>
                {categories.map((category) => (
                  <Status key={category} code={category} />
                ))}
                <span className="quiet small">{dataset}</span>
              </span>
              <span className="small quiet block">
                “{suppressedBy.reason}” · <Time at={suppressedBy.resolvedAt} />
                {suppressedBy.screeningId ? (
                  <>
                    {' · '}
                    <Go page="screenings/$" id={suppressedBy.screeningId}>
                      where it was decided
                    </Go>
                  </>
                ) : null}
              </span>
            </span>
            <span className="quiet numbers">{Math.round(score)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
