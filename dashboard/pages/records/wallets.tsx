import { WalletMinimal } from 'lucide-react';
import { shortened, words } from '../../lib/format.ts';
import type { CheckSummary } from '../../lib/types.ts';
import { Go } from '../../lib/where.tsx';
import { Status, Time } from '../../ui/small.tsx';
import { ListPage } from './list-page.tsx';
import { RISK_FILTER } from './risk-filter.ts';

export function WalletsPage() {
  return (
    <ListPage<CheckSummary>
      title="Wallets"
      lead="Addresses that were checked for dealings with crime and sanctions."
      path="v3/kyt/checks"
      icon={WalletMinimal}
      emptyTitle="No wallet was checked yet"
      empty="One is checked with POST /kyt/checks."
      rowKey={({ checkId }) => checkId}
      dated
      filters={[RISK_FILTER]}
      columns={[
        {
          name: 'what',
          label: 'Address',
          cell: (row) => (
            <Go page="wallets/$" id={row.checkId} className="strong code clip" title={row.addressNormalized}>
              {shortened(row.addressNormalized, 10)}
            </Go>
          ),
        },
        {
          name: 'more',
          label: 'Risks',
          cell: ({ topRisks }) => <span className="clip quiet">{topRisks.slice(0, 3).map(words).join(' · ')}</span>,
        },
        { name: 'extra', label: 'Chain', cell: ({ blockchain }) => blockchain },
        {
          name: 'state',
          label: 'Score',
          cell: ({ riskLevel, riskScore, status }) =>
            status === 'COMPLETED' ? (
              <Status code={riskLevel}>
                {words(riskLevel)} {riskScore}
              </Status>
            ) : (
              <Status code={status} />
            ),
        },
        { name: 'when', label: 'Checked', cell: ({ createdAt }) => <Time at={createdAt} /> },
      ]}
    />
  );
}
