import { useQuery } from '@tanstack/react-query';
import { useFileLink } from '../../lib/file-link.ts';
import { decimal, words } from '../../lib/format.ts';
import { Loading, Problem } from '../../ui/states.tsx';

interface Span {
  from: number;
  to: number;
}
interface TimelineData {
  seconds: number;
  /** 0 to 1: how much that moment speaks for manipulation. */
  lanes: readonly { name: string; values: readonly (Span & { heat: number })[] }[];
  stretches: readonly (Span & { code: string })[];
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const numberOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
const listOf = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

/** Reads the timeline a detector wrote: windows with ratios, or a score for each second. Anything else draws nothing. */
function readTimeline(json: unknown): TimelineData {
  const data = isRecord(json) ? json : {};
  const frames = listOf(data['frames']).map((frame) => ({
    from: numberOf(frame['second']),
    to: numberOf(frame['second']) + 1,
    heat: numberOf(frame['score']),
  }));
  const series = isRecord(data['series']) ? data['series'] : {};
  const lanes = Object.entries(series).map(([name, values]) => ({
    name,
    values: listOf(values).map((value) => ({
      from: numberOf(value['from']),
      to: numberOf(value['to']),
      heat: 1 / (1 + Math.exp(-numberOf(value['logLikelihoodRatio']))),
    })),
  }));
  const stretches = listOf(data['stretches']).map((stretch) => ({
    from: numberOf(stretch['from']),
    to: numberOf(stretch['to']),
    code: typeof stretch['code'] === 'string' ? stretch['code'] : '',
  }));
  const all = frames.length > 0 ? [{ name: 'score', values: frames }, ...lanes] : lanes;
  const end = Math.max(0.001, numberOf(data['seconds']), ...all.flatMap(({ values }) => values.map(({ to }) => to)));
  return { seconds: end, lanes: all, stretches };
}

const HEIGHT = 40;

/** Moves the recording above to this moment. */
function seek(seconds: number): void {
  const recording = document.getElementById('recording');
  if (recording instanceof HTMLMediaElement) recording.currentTime = seconds;
}

/** What was found over time, a lane for each detector; what stands out can be listened to. */
export function TimelineDrawing({ fileId }: { fileId: string }) {
  const link = useFileLink(fileId);
  const url = link.data?.url;
  const timeline = useQuery({
    queryKey: ['timeline', fileId],
    queryFn: async () => {
      const response = await fetch(url ?? '', { credentials: 'same-origin' });
      if (!response.ok) throw new Error('The timeline could not be read.');
      return readTimeline(await response.json());
    },
    enabled: url !== undefined,
    staleTime: Infinity,
  });
  const error = link.error ?? timeline.error;
  if (error) return <Problem error={error} />;
  if (!timeline.data) return <Loading />;
  const { seconds, lanes, stretches } = timeline.data;
  return (
    <div className="stack">
      {lanes.map(({ name, values }) => (
        <figure key={name} className="lane">
          <figcaption className="small quiet">{words(name.replaceAll(/[-.]/g, '_'))}</figcaption>
          <svg
            viewBox={`0 0 ${seconds} ${HEIGHT}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`${words(name)} over ${decimal(seconds)} seconds`}
          >
            <rect className="share-room" x={0} y={0} width={seconds} height={HEIGHT} />
            {values.map(({ from, to, heat }) => {
              const height = Math.max(1, heat * HEIGHT);
              const tone = heat >= 0.75 ? 'bad' : heat >= 0.5 ? 'warn' : 'plain';
              return (
                <rect
                  key={`${from} ${to}`}
                  className={`tone-${tone} moment`}
                  x={from}
                  y={HEIGHT - height}
                  width={Math.max(0.01, (to - from) * 0.94)}
                  height={height}
                  onClick={() => seek(from)}
                >
                  <title>{`${decimal(from)} s to ${decimal(to)} s: ${Math.round(heat * 100)} of 100`}</title>
                </rect>
              );
            })}
          </svg>
        </figure>
      ))}
      <p className="lane-ends small quiet">
        <span>0 s</span>
        <span>{decimal(seconds)} s</span>
      </p>
      {stretches.length > 0 ? (
        <ul className="stack tight">
          {stretches.map(({ from, to, code }) => (
            <li key={`${from} ${to} ${code}`}>
              <button type="button" className="link" onClick={() => seek(from)}>
                {decimal(from)} s to {decimal(to)} s
              </button>{' '}
              <span className="quiet">{words(code)}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
