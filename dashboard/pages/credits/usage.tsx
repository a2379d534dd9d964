import { Bars } from '../../charts/bars.tsx';
import { count, plural, words } from '../../lib/format.ts';
import { Card } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import type { Usage } from './credits.tsx';

const DAYS = 30;
const DAY_MS = 86_400_000;

/** The last thirty days, today the last, whether anything was spent on them or not. */
function lastDays(now: Date): string[] {
  return Array.from({ length: DAYS }, (_, n) =>
    new Date(now.getTime() - (DAYS - 1 - n) * DAY_MS).toISOString().slice(0, 10),
  );
}

/** Use by day, and by operation over ninety days. */
export function UsageCard({ usage }: { usage: Usage }) {
  const perDay = new Map<string, number>();
  const perOperation = new Map<string, { credits: number; entries: number }>();
  for (const { day, operation, credits, entries } of usage.days) {
    perDay.set(day, (perDay.get(day) ?? 0) + credits);
    const sum = perOperation.get(operation) ?? { credits: 0, entries: 0 };
    perOperation.set(operation, { credits: sum.credits + credits, entries: sum.entries + entries });
  }
  const operations = [...perOperation].toSorted(([, a], [, b]) => b.credits - a.credits);
  return (
    <Card title="Use" note="Credits a day, the last thirty; by operation, the last ninety days" flush>
      {operations.length === 0 ? (
        <Empty title="No use in ninety days">What checks cost shows here by day and by kind.</Empty>
      ) : (
        <>
          <div className="usage-bars">
            <Bars
              label="Credits used"
              parts={[{ label: 'Credits', tone: 'accent' }]}
              days={lastDays(new Date()).map((day) => ({ day, values: [perDay.get(day) ?? 0] }))}
            />
          </div>
          <ul className="lines">
            {operations.map(([operation, { credits, entries }]) => (
              <li key={operation}>
                <span className="grow">{words(operation)}</span>
                <span className="quiet small nowrap">{plural(entries, 'time')}</span>
                <span className="strong numbers nowrap">{count(credits)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
