import { Download, ScrollText } from 'lucide-react';
import { useState } from 'react';
import { COUNTED_TO } from '../../../contract/dashboard/counted.ts';
import type { AuditEntry } from '../../../contract/dashboard/records.ts';
import { actionWords, seenWords } from '../../lib/actions.ts';
import { own, withQuery } from '../../lib/api.ts';
import { useRows } from '../../lib/data.tsx';
import { words } from '../../lib/format.ts';
import { Go, pageOfId, useFilters, useSetFilters } from '../../lib/where.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Field, SelectField } from '../../ui/fields.tsx';
import { Dialog } from '../../ui/overlays.tsx';
import { Page } from '../../ui/page.tsx';
import { type Column, VirtualRows } from '../../ui/rows.tsx';
import { Badge, Copied, Facts, Id, Time } from '../../ui/small.tsx';
import { Empty } from '../../ui/states.tsx';
import { ChainCard } from './chain.tsx';

const ANY = 'ANY';
/** What people look for; any other action is found by writing it. */
/** Beginnings of actions, by whom or what they are about. */
const GROUPS: readonly (readonly [prefix: string, label: string])[] = [
  ['verification', 'Verifications'],
  ['screening', 'Screenings'],
  ['monitor', 'Monitors'],
  ['wallet_check', 'Wallet checks'],
  ['deepfake', 'Media'],
  ['applicant', 'Applicants'],
  ['queue', 'The queue'],
  ['record', 'Looks at records'],
  ['file', 'Opened files'],
  ['report', 'Printed reports'],
  ['key', 'Keys'],
  ['webhook', 'Webhooks'],
  ['policy', 'Policies'],
  ['organization', 'Settings'],
  ['consent_text', 'Consent texts'],
  ['team', 'Team'],
  ['session', 'Sessions'],
];

/** Who did what and when, in both environments, in a chain that shows every change made to it. */
export function AuditPage() {
  const filters = useFilters();
  const set = useSetFilters();
  const { environment, action, resourceId, actorId } = filters;
  const asked = { environment, action, resourceId, actorId };
  const entries = useRows<AuditEntry>('audit', { limit: 100, ...asked }, { place: 'own' });
  const [shown, setShown] = useState<AuditEntry | null>(null);
  const [record, setRecord] = useState(resourceId ?? '');
  const columns: readonly Column<AuditEntry>[] = [
    {
      name: 'what',
      label: 'What',
      cell: (entry) => (
        <Button kind="quiet" small onPress={() => setShown(entry)}>
          {actionWords(entry.action)}
        </Button>
      ),
    },
    { name: 'who', label: 'Who', cell: ({ actor }) => <Actor actor={actor} /> },
    { name: 'record', label: 'On', cell: (entry) => <On entry={entry} /> },
    {
      name: 'where',
      label: 'Environment',
      cell: ({ environment: of }) =>
        of === null ? (
          <span className="faint">both</span>
        ) : of === 'TEST' ? (
          <Badge tone="sandbox">Sandbox</Badge>
        ) : (
          words(of)
        ),
    },
    { name: 'when', label: 'When', cell: ({ at }) => <Time at={at} /> },
  ];
  return (
    <Page
      title="Audit log"
      lead="Every change, and every look at a person's data. Nothing in it can be altered without breaking the chain."
      wide
      actions={
        <a className={buttonClass('plain')} href={withQuery(own('audit/export'), asked)} download>
          <Download size={16} aria-hidden="true" />
          Export what is shown
        </a>
      }
    >
      <ChainCard />
      <form
        className="filters"
        role="search"
        aria-label="Filter the audit log"
        onSubmit={(event) => {
          event.preventDefault();
          set({ resourceId: record.trim() || undefined });
        }}
      >
        <SelectField
          small
          hiddenLabel
          label="Environment"
          value={environment ?? ANY}
          onChange={(value) => set({ environment: value === ANY ? undefined : value })}
          choices={[
            { value: ANY, label: 'Both environments' },
            { value: 'LIVE', label: 'Production' },
            { value: 'TEST', label: 'Sandbox' },
          ]}
        />
        <SelectField
          small
          hiddenLabel
          label="What was done"
          value={action ?? ANY}
          onChange={(value) => set({ action: value === ANY ? undefined : value })}
          choices={[
            { value: ANY, label: 'Everything' },
            ...GROUPS.map(([prefix, label]) => ({ value: `${prefix}.*`, label })),
          ]}
        />
        <Field
          hiddenLabel
          label="Identifier of a record"
          placeholder="Identifier of a record"
          value={record}
          onChange={setRecord}
        />
        <Button small type="submit">
          Find
        </Button>
        {actorId ? (
          <Button small kind="quiet" onPress={() => set({ actorId: undefined })}>
            Anybody
          </Button>
        ) : null}
      </form>
      <div className="card">
        <VirtualRows
          label="Audit log"
          layout="audit-rows"
          countedTo={COUNTED_TO}
          of={entries}
          columns={columns}
          rowKey={({ entryId }) => entryId}
          empty={
            <Empty icon={ScrollText} title="Nothing under these filters">
              Every call that changes something and every look at a record leaves a line here, with who and when.
            </Empty>
          }
        />
      </div>
      {shown ? (
        <Dialog title={shown.action} open onClose={() => setShown(null)} wide>
          <Facts
            of={[
              ['When', <Time key="at" at={shown.at} />],
              ['Who', <Actor key="who" actor={shown.actor} />],
              ['On', <Resource key="on" id={shown.resourceId} />],
              ['Request', shown.requestId ? <Id key="request" id={shown.requestId} /> : null],
              ['Link of the chain', shown.seal ? `number ${shown.seal.seq}` : 'not sealed yet: within a second'],
              [
                'Hash',
                shown.seal ? (
                  <Copied
                    key="hash"
                    text={shown.seal.hash}
                    shown={`${shown.seal.hash.slice(0, 16)}…`}
                    label="Copy hash"
                  />
                ) : null,
              ],
            ]}
          />
          <pre className="code-block" tabIndex={0} aria-label="Details">
            {JSON.stringify(shown.details, null, 2)}
          </pre>
          <div className="across">
            <Button
              onPress={() => {
                set({ actorId: shown.actor.id });
                setShown(null);
              }}
            >
              All of this actor
            </Button>
          </div>
        </Dialog>
      ) : null}
    </Page>
  );
}

const KINDS: Readonly<Record<AuditEntry['actor']['type'], string>> = {
  API_KEY: 'API key',
  USER: 'staff',
  OPERATOR: 'operator',
  APPLICANT: 'applicant',
  SYSTEM: 'the service',
};

function Actor({ actor }: { actor: AuditEntry['actor'] }) {
  return (
    <span className="clip">
      {actor.name ?? <span className="code">{actor.id}</span>} <span className="quiet small">{KINDS[actor.type]}</span>
    </span>
  );
}

function On({ entry }: { entry: AuditEntry }) {
  const seen = entry.resourceId === null ? seenWords(entry.details) : null;
  return seen === null ? <Resource id={entry.resourceId} /> : <span className="clip">{seen}</span>;
}

function Resource({ id }: { id: string | null }) {
  if (id === null) return <span className="faint">–</span>;
  const page = pageOfId(id);
  if (page === null) return <Id id={id} />;
  return (
    <Go page={page} id={id} className="code clip">
      {id}
    </Go>
  );
}
