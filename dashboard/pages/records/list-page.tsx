import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Query } from '../../lib/api.ts';
import { useRows } from '../../lib/data.tsx';
import { useFilters, useSetFilters } from '../../lib/where.tsx';
import { type Choice, SelectField } from '../../ui/fields.tsx';
import { Page } from '../../ui/page.tsx';
import { type Column, VirtualRows } from '../../ui/rows.tsx';
import { Empty } from '../../ui/states.tsx';

export interface ListFilter {
  name: string;
  label: string;
  /** The first is what is shown where nothing is chosen. */
  choices: readonly Choice<string>[];
}

interface ListPageProps<Row> {
  title: string;
  lead: string;
  /** Of the list, below the environment. */
  path: string;
  filters?: readonly ListFilter[];
  /** Whether its rows can be told by when they were made. */
  dated?: boolean;
  /** What is asked for whatever is chosen. */
  query?: Query;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  layout?: string;
  icon: LucideIcon;
  emptyTitle: string;
  empty: ReactNode;
  actions?: ReactNode;
  place?: 'own' | 'here';
  tabs?: ReactNode;
  countedTo?: number;
}

/** UTC days, today the last: as the first page counts. */
const DATES: ListFilter = {
  name: 'days',
  label: 'Time',
  choices: [
    { value: '', label: 'Any time' },
    { value: '1', label: 'Today (UTC)' },
    { value: '7', label: 'Last 7 days' },
    { value: '30', label: 'Last 30 days' },
  ],
};
const DAY_MS = 86_400_000;

function createdFrom(days: string | undefined): string | undefined {
  if (!DATES.choices.some(({ value }) => value !== '' && value === days)) return undefined;
  return new Date(Date.now() - (Number(days) - 1) * DAY_MS).toISOString().slice(0, 10);
}

/** A page that is a long list with filters in its address. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, lead, path, query = {}, columns, rowKey, layout = 'record-rows', icon } = props;
  const own = props.filters ?? [];
  const filters = props.dated ? [...own, DATES] : own;
  const chosen = useFilters();
  const set = useSetFilters();
  const known: Record<string, string | undefined> = Object.fromEntries(own.map(({ name }) => [name, chosen[name]]));
  if (props.dated) known['createdFrom'] = createdFrom(chosen[DATES.name]);
  const rows = useRows<Row>(path, { limit: 50, ...query, ...known }, props.place ? { place: props.place } : {});
  const filtered = Object.values(known).some((value) => value !== undefined);
  return (
    <Page title={title} lead={lead} wide actions={props.actions} tabs={props.tabs}>
      {filters.length > 0 ? (
        <div className="filters" role="search" aria-label={`Filter ${title.toLowerCase()}`}>
          {filters.map(({ name, label, choices }) => (
            <SelectField
              key={name}
              small
              hiddenLabel
              label={label}
              value={chosen[name] ?? ''}
              choices={choices}
              onChange={(value) => set({ [name]: value === '' ? undefined : value })}
            />
          ))}
        </div>
      ) : null}
      <div className="card">
        <VirtualRows
          label={title}
          layout={layout}
          countedTo={props.countedTo}
          of={rows}
          columns={columns}
          rowKey={rowKey}
          empty={
            <Empty icon={icon} title={filtered ? 'Nothing under these filters' : props.emptyTitle}>
              {filtered ? 'Choose others above.' : props.empty}
            </Empty>
          }
        />
      </div>
    </Page>
  );
}
