import { decimal, words } from '../../lib/format.ts';
import type { MediaJob } from '../../lib/types.ts';
import { Card } from '../../ui/page.tsx';
import { Status } from '../../ui/small.tsx';
import { Empty } from '../../ui/states.tsx';

type Detector = MediaJob['detectors'][number];

/** What counts most stands first, then what was told and not counted. */
const weightOf = ({ counted, logLikelihoodRatio }: Detector): number =>
  Math.abs(counted ?? logLikelihoodRatio) + Math.abs(logLikelihoodRatio) / 1000;

/** How strongly it speaks, and for what: the ratio of likelihoods as a number a person can weigh. */
function strengthOf({ logLikelihoodRatio }: Detector): string {
  const times = Math.exp(Math.abs(logLikelihoodRatio));
  if (times < 1.2) return 'tells neither';
  const said = times >= 1000 ? 'more than 1,000' : times >= 10 ? String(Math.round(times)) : decimal(times);
  return `${said} times likelier if ${logLikelihoodRatio > 0 ? 'manipulated' : 'untouched'}`;
}

/** Where the answer weighs it less than it says; null where it counts in full, or where that was not kept. */
function countedOf({ logLikelihoodRatio, counted }: Detector): string | null {
  if (counted === undefined || logLikelihoodRatio === 0 || Math.abs(counted - logLikelihoodRatio) < 0.001) return null;
  if (counted === 0) return 'told, not counted';
  return `counts ${decimal(counted)} of ${decimal(logLikelihoodRatio)}`;
}

/** Each detector, what it saw in sentences, and how much that weighs; those that say most first. */
export function DetectorsCard({ job }: { job: MediaJob }) {
  const sorted = job.detectors.toSorted((a, b) => weightOf(b) - weightOf(a));
  return (
    <Card title="What each detector saw" flush>
      {sorted.length === 0 ? (
        <Empty title="No detector has spoken yet">They do once the examination is completed.</Empty>
      ) : (
        <ul className="detectors">
          {sorted.map((detector) => (
            <li key={detector.name}>
              <div className="across apart">
                <span className="strong">{words(detector.name.replaceAll(/[-.]/g, '_'))}</span>
                <span className="across small">
                  <span className="quiet">
                    {[strengthOf(detector), countedOf(detector)].filter(Boolean).join(' · ')}
                  </span>
                  <Status code={detector.verdict} />
                </span>
              </div>
              {detector.evidence.map(({ code, detail }) => (
                <p key={`${code} ${detail}`} className="quiet">
                  {detail === '' ? words(code) : detail}
                </p>
              ))}
              <span className="small faint">version {detector.version}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
