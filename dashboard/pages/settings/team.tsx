import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { Invitation, Member, Team } from '../../../contract/dashboard/account.ts';
import { type Role, ROLES } from '../../../contract/dashboard/roles.ts';
import { api, own } from '../../lib/api.ts';
import { Shown, useAct, useRead } from '../../lib/data.tsx';
import { plural } from '../../lib/format.ts';
import { useMay, useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { notify } from '../../ui/notices.tsx';
import { Confirm, Menu } from '../../ui/overlays.tsx';
import { Card } from '../../ui/page.tsx';
import { Badge, Time } from '../../ui/small.tsx';
import { Empty, Refusal } from '../../ui/states.tsx';
import { SettingsFrame } from './frame.tsx';
import { InviteDialog } from './invite.tsx';
import { RolesCard, ROLE_WORDS } from './roles.tsx';

/** Who works here, as what. */
export function TeamPage() {
  const may = useMay();
  const team = useRead<Team>('team', {}, { place: 'own' });
  const [inviting, setInviting] = useState(false);
  return (
    <SettingsFrame title="Team" lead="Who works here, and what each role may do.">
      <Shown of={team}>
        {({ members, invitations }) => (
          <div className="stack">
            <Card
              title={plural(members.length, 'member')}
              actions={
                may('team.write') ? (
                  <Button icon={UserPlus} kind="primary" onPress={() => setInviting(true)}>
                    Invite …
                  </Button>
                ) : null
              }
              flush
            >
              <Members of={members} />
            </Card>
            <Card title="Open invitations" flush>
              <Invitations of={invitations} />
            </Card>
            <RolesCard />
          </div>
        )}
      </Shown>
      {inviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
    </SettingsFrame>
  );
}

function Members({ of }: { of: readonly Member[] }) {
  const { user } = useMe();
  const may = useMay();
  const [leaving, setLeaving] = useState<Member | null>(null);
  const path = ({ userId }: Member): string => own(`team/members/${encodeURIComponent(userId)}`);
  const change = useAct(async ({ member, role }: { member: Member; role: Role }) => api.patch(path(member), { role }), {
    changes: ['team', 'me'],
    done: (_, { member, role }) => notify(`${member.name} is ${ROLE_WORDS[role].name} now.`),
  });
  const signOut = useAct(async (member: Member) => api.delete(`${path(member)}/sessions`), {
    changes: ['team'],
    done: (_, member) => notify(`${member.name} was signed out everywhere.`),
  });
  const remove = useAct(async (member: Member) => api.delete(path(member)), {
    changes: ['team'],
    done: (_, member) => {
      setLeaving(null);
      notify(`${member.name} is no longer a member.`);
    },
  });
  return (
    <>
      {change.error || signOut.error ? (
        <div className="padded">
          <Refusal error={change.error ?? signOut.error} />
        </div>
      ) : null}
      <ul className="lines">
        {of.map((member) => (
          <li key={member.userId}>
            <span className="grow clip">
              <span className="strong">{member.name}</span> {member.userId === user.userId ? <Badge>you</Badge> : null}
              <span className="small quiet block clip">
                {member.email} · seen <Time at={member.lastSeenAt} relative />
              </span>
            </span>
            <Badge tone={member.twoFactor ? 'good' : 'warn'}>
              {member.twoFactor ? 'second factor' : 'password only'}
            </Badge>
            {may('team.write') ? (
              <>
                <SelectField
                  small
                  hiddenLabel
                  label={`Role of ${member.name}`}
                  value={member.role}
                  disabled={member.role === 'OWNER' && !may('team.owners')}
                  choices={ROLES.filter(
                    (role) => role !== 'OWNER' || may('team.owners') || member.role === 'OWNER',
                  ).map((role) => ({ value: role, label: ROLE_WORDS[role].name }))}
                  onChange={(role) => {
                    if (role !== member.role) change.mutate({ member, role });
                  }}
                />
                <Menu
                  label={`More about ${member.name}`}
                  trigger={
                    <Button small kind="quiet" label={`More about ${member.name}`}>
                      …
                    </Button>
                  }
                  entries={[
                    { id: 'out', label: 'Sign out everywhere', onAction: () => signOut.mutate(member) },
                    { id: 'remove', label: 'Remove …', onAction: () => setLeaving(member) },
                  ]}
                />
              </>
            ) : (
              <Badge>{ROLE_WORDS[member.role].name}</Badge>
            )}
          </li>
        ))}
      </ul>
      {leaving ? (
        <Confirm
          title={`Remove ${leaving.name}?`}
          open
          onClose={() => setLeaving(null)}
          action="Remove"
          onConfirm={() => remove.mutate(leaving)}
          pending={remove.isPending}
          error={remove.error}
        >
          <p>
            {leaving.name} is signed out at once and sees nothing of this organisation any more. Decisions and the audit
            log keep the name.
          </p>
        </Confirm>
      ) : null}
    </>
  );
}

function Invitations({ of }: { of: readonly Invitation[] }) {
  const may = useMay();
  const cancel = useAct(
    async ({ invitationId }: Invitation) => api.delete(own(`team/invitations/${encodeURIComponent(invitationId)}`)),
    { changes: ['team'], done: () => notify('The invitation was taken back: its link no longer works.') },
  );
  if (of.length === 0) {
    return <Empty title="Nobody is invited">An invitation is a link that works once, for seven days.</Empty>;
  }
  return (
    <>
      <Refusal error={cancel.error} />
      <ul className="lines">
        {of.map((invitation) => (
          <li key={invitation.invitationId}>
            <span className="grow clip">
              <span className="clip">{invitation.email}</span>
              <span className="small quiet block">
                {ROLE_WORDS[invitation.role].name}
                {invitation.invitedBy ? `, invited by ${invitation.invitedBy.name}` : ''}, until{' '}
                <Time at={invitation.expiresAt} />
              </span>
            </span>
            {may('team.write') ? (
              <Button small kind="quiet" onPress={() => cancel.mutate(invitation)}>
                Take back
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
}
