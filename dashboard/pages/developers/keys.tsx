import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Static } from 'typebox';
import type { Key as KeySchema } from '../../../contract/keys.ts';
import { useRows } from '../../lib/data.tsx';
import { useMay } from '../../lib/session.ts';
import { useEnvironment } from '../../lib/where.tsx';
import { useNow } from '../../lib/now.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Badge, Status, Time } from '../../ui/small.tsx';
import { Empty, Loading, Problem } from '../../ui/states.tsx';
import { CreateKeyDialog, RevokeKeyDialog, RotateKeyDialog } from './key-dialogs.tsx';
import { DeveloperTabs } from './tabs.tsx';

export type Key = Static<typeof KeySchema>;

/** Keys of this environment: what they may do, when they were last used, when they are due to be replaced. */
export function KeysPage() {
  const environment = useEnvironment();
  const may = useMay();
  const now = useNow();
  const keys = useRows<Key>('v3/auth/keys', { limit: 100 });
  const [creating, setCreating] = useState(false);
  const [rotating, setRotating] = useState<Key | null>(null);
  const [revoking, setRevoking] = useState<Key | null>(null);
  const mayWrite = may('keys.write');
  const create = (
    <Button kind="primary" icon={Plus} onPress={() => setCreating(true)} disabled={!mayWrite}>
      Create key
    </Button>
  );
  return (
    <Page
      title="Keys"
      lead={environment === 'test' ? 'Keys of the sandbox.' : 'Keys of production. Each costs credits as it is used.'}
      actions={create}
      tabs={<DeveloperTabs />}
    >
      <Card flush>
        {keys.error ? (
          <Problem error={keys.error} retry={keys.retry} />
        ) : keys.loading ? (
          <Loading />
        ) : keys.rows.length === 0 ? (
          <Empty icon={KeyRound} title="No key yet" actions={create}>
            A key is what your systems say who they are with. Make one for each system, so that one can be replaced
            alone.
          </Empty>
        ) : (
          <div className="table-room" tabIndex={0} role="region" aria-label="Keys">
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">Name</th>
                  <th scope="col">Key</th>
                  <th scope="col">May</th>
                  <th scope="col">Last used</th>
                  <th scope="col">Replace by</th>
                  <th scope="col">
                    <span className="hidden">Actions</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {keys.rows.map((key) => {
                  const due = new Date(key.rotationDueAt) < now;
                  return (
                    <tr key={key.keyId}>
                      <th scope="row">
                        {key.name} {key.status === 'ACTIVE' ? null : <Status code={key.status} />}
                        <span className="small quiet block">
                          made <Time at={key.createdAt} />
                        </span>
                      </th>
                      <td className="code nowrap">
                        {key.prefix}…{key.lastFour}
                      </td>
                      <td title={key.scopes.join(', ')}>
                        {key.scopes.length === 15 ? 'everything' : `${key.scopes.length} of 15 scopes`}
                      </td>
                      <td>
                        {key.lastUsedAt ? <Time at={key.lastUsedAt} relative /> : <span className="faint">never</span>}
                      </td>
                      <td>
                        {key.status !== 'ACTIVE' ? (
                          <span className="faint">–</span>
                        ) : key.expiresAt ? (
                          <>
                            ends <Time at={key.expiresAt} />
                          </>
                        ) : due ? (
                          <Badge tone="warn">due since {key.rotationDueAt.slice(0, 10)}</Badge>
                        ) : (
                          <Time at={key.rotationDueAt} />
                        )}
                      </td>
                      <td className="end">
                        {key.status === 'ACTIVE' && mayWrite ? (
                          <span className="across row-actions">
                            <Button small onPress={() => setRotating(key)}>
                              Rotate
                            </Button>
                            <Button small kind="quiet" onPress={() => setRevoking(key)}>
                              Revoke
                            </Button>
                          </span>
                        ) : null}
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </div>
        )}
      </Card>
      {creating ? <CreateKeyDialog onClose={() => setCreating(false)} /> : null}
      {rotating ? <RotateKeyDialog of={rotating} onClose={() => setRotating(null)} /> : null}
      {revoking ? <RevokeKeyDialog of={revoking} onClose={() => setRevoking(null)} /> : null}
    </Page>
  );
}
