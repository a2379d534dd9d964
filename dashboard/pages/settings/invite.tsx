import { useState } from 'react';
import type { Invitation } from '../../../contract/dashboard/account.ts';
import { type Role, ROLES } from '../../../contract/dashboard/roles.ts';
import { api, own } from '../../lib/api.ts';
import { useAct } from '../../lib/data.tsx';
import { useMay } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Field, RadioField } from '../../ui/fields.tsx';
import { Dialog, FormDialog } from '../../ui/overlays.tsx';
import { Secret } from '../../ui/small.tsx';
import { Note } from '../../ui/states.tsx';
import { ROLE_WORDS } from './roles.tsx';

/** Makes a link for somebody, shown this once, to be handed over. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const may = useMay();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('ANALYST');
  const [link, setLink] = useState<string | null>(null);
  const invite = useAct(
    async () => api.post<Invitation & { link: string }>(own('team/invitations'), { email: email.trim(), role }),
    { changes: ['team'], done: (made) => setLink(made.link) },
  );
  if (link !== null) {
    return (
      <Dialog
        title="Hand over this link"
        open
        onClose={onClose}
        footer={
          <Button kind="primary" onPress={onClose}>
            Done
          </Button>
        }
      >
        <Note tone="warn">It is shown this once. It works once, for seven days, for {email.trim()} alone.</Note>
        <Secret text={link} label="Invitation link" />
      </Dialog>
    );
  }
  return (
    <FormDialog
      title="Invite somebody"
      onClose={onClose}
      onSubmit={() => invite.mutate(undefined)}
      action="Make the link"
      pending={invite.isPending}
      ready={email.trim() !== ''}
      error={invite.error}
    >
      <Field label="E-mail address" type="email" value={email} onChange={setEmail} autoComplete="off" autoFocus />
      <RadioField
        label="Role"
        value={role}
        onChange={setRole}
        choices={ROLES.filter((one) => one !== 'OWNER' || may('team.owners')).map((one) => ({
          value: one,
          label: ROLE_WORDS[one].name,
          hint: ROLE_WORDS[one].does,
        }))}
      />
    </FormDialog>
  );
}
