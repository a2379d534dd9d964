import { Coins, Download } from 'lucide-react';
import type { Static } from 'typebox';
import type { CreditBalance, CreditTransaction } from '../../../contract/credits.ts';
import type { getUsage } from '../../../contract/dashboard/records.ts';
import { at } from '../../lib/api.ts';
import { Shown, useRead, useRows } from '../../lib/data.tsx';
import { count, words } from '../../lib/format.ts';
import { useMay } from '../../lib/session.ts';
import { Go, pageOfId, useEnvironment, useFilters, useSetFilters } from '../../lib/where.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { type Column, VirtualRows } from '../../ui/rows.tsx';
import { Badge, Id, Time, type Tone } from '../../ui/small.tsx';
import { Empty, Meter, Note } from '../../ui/states.tsx';
import { Threshold } from './threshold.tsx';
import { UsageCard } from './usage.tsx';

type Balance = Static<typeof CreditBalance>;
type Transaction = Static<typeof CreditTransaction>;
export type Usage = Static<(typeof getUsage)['data']>;

const TYPES: Readonly<Record<Transaction['type'], { tone: Tone; sign: string; says: string }>> = {
  GRANT: { tone: 'good', sign: '+', says: 'Granted' },
  HOLD: { tone: 'plain', sign: '', says: 'Set aside' },
  CAPTURE: { tone: 'accent', sign: '−', says: 'Taken, was set aside' },
  RELEASE: { tone: 'plain', sign: '', says: 'Given back' },
  CHARGE: { tone: 'accent', sign: '−', says: 'Taken' },
};
const ANY = 'ANY';

const COLUMNS: readonly Column<Transaction>[] = [
  {
    name: 'what',
    label: 'What happened',
    cell: ({ type }) => <Badge tone={TYPES[type].tone}>{TYPES[type].says}</Badge>,
  },
  { name: 'for', label: 'For', cell: ({ operation }) => words(operation) },
  {
    name: 'record',
    label: 'Record',
    cell: ({ resourceId }) => {
      const page = resourceId === null ? null : pageOfId(resourceId);
      if (resourceId === null) return <span className="faint">–</span>;
      if (page === null) return <Id id={resourceId} />;
      return (
        <Go page={page} id={resourceId} className="code clip">
          {resourceId}
        </Go>
      );
    },
  },
  {
    name: 'amount',
    label: 'Credits',
    cell: ({ type, amount, balanceAfter }) => (
      <span className="numbers">
        {TYPES[type].sign}
        {count(amount)} <span className="quiet">→ {count(balanceAfter)}</span>
      </span>
    ),
  },
  { name: 'when', label: 'When', cell: ({ createdAt }) => <Time at={createdAt} /> },
];

/** What there is to spend, what it went on, and every entry of the ledger. */
export function CreditsPage() {
  const environment = useEnvironment();
  const may = useMay();
  const filters = useFilters();
  const set = useSetFilters();
  const balance = useRead<Balance>('v3/credits/balance');
  const usage = useRead<Usage>('credits/usage');
  const ledger = useRows<Transaction>('v3/credits/transactions', { limit: 100, type: filters['type'] });
  return (
    <Page
      title="Credits"
      lead="Every check costs credits. They are set aside when work begins, and given back where it comes to no answer."
      wide
      actions={
        <a className={buttonClass('plain')} href={at(environment, 'credits/export')} download>
          <Download size={16} aria-hidden="true" />
          Ledger as CSV
        </a>
      }
    >
      {environment === 'test' ? <Note>The sandbox is free: nothing here is taken from your credits.</Note> : null}
      <div className="columns-2">
        <Card title="Balance">
          <Shown of={balance}>
            {(data) => (
              <div className="stack">
                <p className="figure">{count(data.available)}</p>
                <Meter
                  share={data.balance === 0 ? 0 : data.available / data.balance}
                  tone={data.available <= data.lowBalanceThreshold ? 'bad' : 'accent'}
                  label={`${count(data.available)} of ${count(data.balance)} credits are free`}
                  shown={`free of ${count(data.balance)}; ${count(data.held)} set aside for work under way`}
                />
                {may('credits.write') ? <Threshold now={data.lowBalanceThreshold} /> : null}
              </div>
            )}
          </Shown>
        </Card>
        <Shown of={usage}>{(data) => <UsageCard usage={data} />}</Shown>
      </div>
      <div className="filters" role="search" aria-label="Filter the ledger">
        <SelectField
          small
          hiddenLabel
          label="Kind of entry"
          value={filters['type'] ?? ANY}
          onChange={(value) => set({ type: value === ANY ? undefined : value })}
          choices={[
            { value: ANY, label: 'Every entry' },
            ...Object.entries(TYPES).map(([value, { says }]) => ({ value, label: says })),
          ]}
        />
      </div>
      <div className="card">
        <VirtualRows
          label="Ledger"
          layout="ledger-rows"
          of={ledger}
          columns={COLUMNS}
          rowKey={({ transactionId }) => transactionId}
          empty={
            <Empty icon={Coins} title={filters['type'] ? 'No entry of this kind' : 'Nothing was spent yet'}>
              The first check writes the first entry here, with what it was for.
            </Empty>
          }
        />
      </div>
    </Page>
  );
}
