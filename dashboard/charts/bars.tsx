import { calendarDay, count } from '../lib/format.ts';
import type { Tone } from '../ui/small.tsx';

export interface BarDay {
  day: string;
  /** The parts from the ground up, in the order of `parts`. */
  values: readonly number[];
}

interface BarsProps {
  label: string;
  days: readonly BarDay[];
  parts: readonly { label: string; tone: Tone }[];
}

const HEIGHT = 72;
const STEP = 10;
const WIDTH = 7;

/** A bar for each day, its parts on one another. What it says is also said in words. */
export function Bars({ label, days, parts }: BarsProps) {
  const most = Math.max(1, ...days.map(({ values }) => values.reduce((sum, value) => sum + value, 0)));
  const totals = parts.map((_, part) => days.reduce((sum, { values }) => sum + (values[part] ?? 0), 0));
  const said = parts.map(({ label: text }, part) => `${text} ${count(totals[part] ?? 0)}`).join(', ');
  return (
    <figure className="bars">
      <svg
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}, ${days.length} days: ${said}`}
      >
        {days.map(({ day, values }, at) => {
          let from = HEIGHT;
          const told = parts.map(({ label: text }, part) => `${text} ${count(values[part] ?? 0)}`).join(', ');
          return (
            <g key={day}>
              <title>{`${calendarDay(day)}: ${told}`}</title>
              <rect className="bar-room" x={at * STEP} y={0} width={STEP} height={HEIGHT} />
              {values.map((value, part) => {
                if (value === 0) return null;
                const height = Math.max(1.5, (value / most) * (HEIGHT - 4));
                from -= height;
                return (
                  <rect
                    key={parts[part]?.label}
                    className={`tone-${parts[part]?.tone ?? 'plain'}`}
                    x={at * STEP + (STEP - WIDTH) / 2}
                    y={from}
                    width={WIDTH}
                    height={Math.max(0, height - 0.75)}
                    rx={1}
                  />
                );
              })}
            </g>
          );
        })}
        <line className="bar-ground" x1={0} x2={days.length * STEP} y1={HEIGHT - 0.25} y2={HEIGHT - 0.25} />
      </svg>
      <figcaption className="small quiet">
        <span>{days[0] ? calendarDay(days[0].day) : ''}</span>
        <span>today</span>
      </figcaption>
    </figure>
  );
}
