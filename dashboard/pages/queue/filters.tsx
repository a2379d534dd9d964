import type { QueueKind } from '../../../contract/dashboard/queue.ts';
import { Go, useFilters, useSetFilters } from '../../lib/where.tsx';
import { CheckField, SelectField } from '../../ui/fields.tsx';
import { RISK_FILTER } from '../records/risk-filter.ts';
import { kindOf } from './kinds.ts';

const ANY = 'ANY';
const QUEUE_KINDS: readonly QueueKind[] = ['VERIFICATION', 'SCREENING', 'WALLET', 'MEDIA'];

/** Filters live in the address, so that a view can be kept, sent and gone back to. */
export function QueueFilters() {
  const filters = useFilters();
  const set = useSetFilters();
  const kind = filters['kind'];
  const without = Object.fromEntries(Object.entries(filters).filter(([name]) => name !== 'kind'));
  return (
    <div className="filters" role="search" aria-label="Filter the queue">
      <nav className="segments" aria-label="Kind">
        {[undefined, ...QUEUE_KINDS].map((one) => (
          <span key={one ?? ANY} className="segment" {...(kind === one ? { 'aria-current': 'true' as const } : {})}>
            <Go page="queue" search={one ? { ...without, kind: one } : without}>
              {one ? kindOf(one).many : 'All'}
            </Go>
          </span>
        ))}
      </nav>
      <SelectField
        small
        hiddenLabel
        label="Assigned to"
        value={filters['assignee'] ?? ANY}
        onChange={(value) => set({ assignee: value === ANY ? undefined : value })}
        choices={[
          { value: ANY, label: 'Assigned to anybody' },
          { value: 'me', label: 'Mine' },
          { value: 'none', label: 'Free' },
        ]}
      />
      <SelectField
        small
        hiddenLabel
        label="Risk"
        value={filters[RISK_FILTER.name] ?? ''}
        onChange={(value) => set({ [RISK_FILTER.name]: value === '' ? undefined : value })}
        choices={RISK_FILTER.choices}
      />
      <SelectField
        small
        hiddenLabel
        label="Sorted by"
        value={filters['sort'] ?? 'dueAt'}
        onChange={(value) =>
          set({ sort: value === 'dueAt' ? undefined : value, order: value === 'riskLevel' ? 'desc' : undefined })
        }
        choices={[
          { value: 'dueAt', label: 'Due first' },
          { value: 'openedAt', label: 'Oldest first' },
          { value: 'riskLevel', label: 'Riskiest first' },
        ]}
      />
      <SelectField
        small
        hiddenLabel
        label="Status"
        value={filters['status'] ?? 'OPEN'}
        onChange={(value) => set({ status: value === 'OPEN' ? undefined : value })}
        choices={[
          { value: 'OPEN', label: 'Open' },
          { value: 'CLOSED', label: 'Closed' },
        ]}
      />
      <CheckField checked={filters['overdue'] === 'true'} onChange={(on) => set({ overdue: on ? 'true' : undefined })}>
        Late only
      </CheckField>
    </div>
  );
}
