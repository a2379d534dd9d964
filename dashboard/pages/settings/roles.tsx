import { ACTIONS, reachOf, type Role, ROLES } from '../../../contract/dashboard/roles.ts';
import { words } from '../../lib/format.ts';
import { Card } from '../../ui/page.tsx';

export const ROLE_WORDS: Readonly<Record<Role, { name: string; does: string }>> = {
  OWNER: { name: 'Owner', does: 'Everything, and makes other owners.' },
  ADMIN: { name: 'Admin', does: 'Everything but owners.' },
  OFFICER: { name: 'Officer', does: 'Decides about people, wallets and media; sets policies.' },
  ANALYST: { name: 'Analyst', does: 'Prepares cases and checks, without deciding.' },
  DEVELOPER: { name: 'Developer', does: 'Keys and webhooks; people’s records in the sandbox alone.' },
  READ_ONLY: { name: 'Read-only', does: 'Sees all, changes nothing: for auditors.' },
};

const REACH = { BOTH: 'yes', TEST: 'sandbox', NONE: '–' } as const;

/** The table by which the service decides, as it is. */
export function RolesCard() {
  return (
    <Card title="What each role may do" note="The service decides by this very table" flush>
      <div className="table-room" tabIndex={0} role="region" aria-label="What each role may do">
        <table className="table roles-table">
          <thead>
            <tr>
              <th scope="col">Action</th>
              {ROLES.map((role) => (
                <th scope="col" key={role}>
                  {ROLE_WORDS[role].name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ACTIONS.map((action) => (
              <tr key={action}>
                <th scope="row">{actionWords(action)}</th>
                {ROLES.map((role) => {
                  const reach = reachOf(role, action);
                  return (
                    <td key={role} className={reach === 'NONE' ? 'faint' : ''}>
                      {REACH[reach]}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

/** `ownLists.write`: Own lists: write. */
const actionWords = (action: string): string => {
  const [group = '', does = ''] = action.split('.');
  return `${words(group)}: ${words(does).toLowerCase()}`;
};
