import { ScrollText } from 'lucide-react';
import { COUNTED_TO } from '../../../contract/dashboard/counted.ts';
import type { RequestEntry } from '../../../contract/dashboard/records.ts';
import { words } from '../../lib/format.ts';
import { Badge, Copied, Time } from '../../ui/small.tsx';
import { ListPage } from '../records/list-page.tsx';
import { DeveloperTabs } from './tabs.tsx';

/** Calls of the API as long as they are kept, without what was in it. */
export function RequestsPage() {
  return (
    <ListPage<RequestEntry>
      title="Requests"
      lead="Calls of the API, as long as Settings says. Bodies, addresses and what was asked for are not kept."
      path="requests"
      icon={ScrollText}
      emptyTitle="No call yet"
      empty="Every call that your systems make stands here within seconds."
      rowKey={({ requestId }) => requestId}
      layout="request-rows"
      countedTo={COUNTED_TO}
      tabs={<DeveloperTabs />}
      filters={[
        {
          name: 'class',
          label: 'Answer',
          choices: [
            { value: '', label: 'Any answer' },
            { value: '2xx', label: 'Succeeded (2xx)' },
            { value: '4xx', label: 'Refused (4xx)' },
            { value: '5xx', label: 'Failed (5xx)' },
          ],
        },
        {
          name: 'method',
          label: 'Method',
          choices: [
            { value: '', label: 'Any method' },
            { value: 'GET', label: 'GET' },
            { value: 'POST', label: 'POST' },
            { value: 'PATCH', label: 'PATCH' },
            { value: 'DELETE', label: 'DELETE' },
          ],
        },
      ]}
      columns={[
        {
          name: 'status',
          label: 'Status',
          cell: ({ status }) => <Badge tone={status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'plain'}>{status}</Badge>,
        },
        {
          name: 'what',
          label: 'Call',
          cell: ({ method, route, errorCode }) => (
            <span className="clip">
              <span className="code">
                <span className="quiet">{method}</span> {route ?? 'no such address'}
              </span>
              {errorCode ? <span className="small quiet block clip">{words(errorCode)}</span> : null}
            </span>
          ),
        },
        {
          name: 'took',
          label: 'Took',
          cell: ({ durationMs }) => <span className="numbers">{Math.round(durationMs)} ms</span>,
        },
        {
          name: 'who',
          label: 'By',
          cell: ({ keyId, userId }) => (
            <span className="clip quiet small">{keyId ? 'key' : userId ? 'these pages' : 'nobody known'}</span>
          ),
        },
        {
          name: 'request',
          label: 'Request',
          cell: ({ requestId }) => (
            <Copied text={requestId} shown={`…${requestId.slice(-8)}`} label="Copy request number" />
          ),
        },
        { name: 'when', label: 'When', cell: ({ at }) => <Time at={at} /> },
      ]}
    />
  );
}
