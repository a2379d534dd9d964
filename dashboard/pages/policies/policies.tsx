import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { PolicyKind, PolicyVersion } from '../../../contract/dashboard/policies.ts';
import { POLICY_KINDS } from '../../../contract/dashboard/policies.ts';
import { Shown, useRead } from '../../lib/data.tsx';
import { useMay } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Badge, Copied, Time } from '../../ui/small.tsx';
import { PolicyEditor } from './editor.tsx';
import { PolicyShown } from './policy.tsx';

const ABOUT: Readonly<Record<PolicyKind, { title: string; note: string }>> = {
  WALLET: {
    title: 'Wallet score',
    note: 'How much each kind of exposure weighs, and from what score a wallet is risky',
  },
  SCREENING: {
    title: 'Screening threshold',
    note: 'From what score a match must be decided by a person',
  },
};

/** The rules that scores are made by: as versions, each with an author and a reason, tried before they are switched. */
export function PoliciesPage() {
  const may = useMay();
  const policies = useRead<{ policies: PolicyVersion[] }>('policies');
  const [editing, setEditing] = useState<PolicyVersion | null>(null);
  return (
    <Page
      title="Policies"
      lead="A changed policy is tried on the last thousand decisions before it is switched. Decisions already made stay as they are."
    >
      <Shown of={policies}>
        {({ policies: versions }) => (
          <div className="stack">
            {POLICY_KINDS.map((kind) => {
              const mine = versions.filter((version) => version.kind === kind);
              const now = mine.find(({ inForce }) => inForce);
              return (
                <Card
                  key={kind}
                  title={ABOUT[kind].title}
                  note={ABOUT[kind].note}
                  actions={
                    now && may('policies.try') ? (
                      <Button icon={Pencil} onPress={() => setEditing(now)}>
                        Change …
                      </Button>
                    ) : null
                  }
                  flush
                >
                  {editing?.kind === kind ? (
                    <PolicyEditor from={editing} onClose={() => setEditing(null)} />
                  ) : now ? (
                    <PolicyShown version={now} />
                  ) : null}
                  <Versions of={mine} label={`Versions: ${ABOUT[kind].title}`} />
                </Card>
              );
            })}
          </div>
        )}
      </Shown>
    </Page>
  );
}

function Versions({ of, label }: { of: readonly PolicyVersion[]; label: string }) {
  return (
    <div className="table-room" tabIndex={0} role="region" aria-label={label}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Version</th>
            <th scope="col">Why</th>
            <th scope="col">By</th>
            <th scope="col">Since</th>
            <th scope="col">Hash</th>
          </tr>
        </thead>
        <tbody>
          {of.map((version) => (
            <tr key={version.policyId ?? 'own'}>
              <th scope="row" className="nowrap">
                {version.version} {version.inForce ? <Badge tone="good">in force</Badge> : null}
              </th>
              <td>{version.reason ?? <span className="quiet">comes with the service</span>}</td>
              <td className="nowrap">{version.author?.name ?? <span className="faint">–</span>}</td>
              <td>
                <Time at={version.createdAt} />
              </td>
              <td>
                <Copied text={version.hash} shown={`${version.hash.slice(0, 10)}…`} label="Copy hash" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
