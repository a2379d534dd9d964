import type { ApplicantOverview } from '../../../contract/dashboard/details.ts';
import { api, at } from '../../lib/api.ts';
import { useAct } from '../../lib/data.tsx';
import { plural, words } from '../../lib/format.ts';
import { useEnvironment } from '../../lib/where.tsx';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/notices.tsx';
import { Confirm, Dialog } from '../../ui/overlays.tsx';

/** Asks before erasing, naming what goes and what has to stay. */
export function EraseDialog({ overview, onClose }: { overview: ApplicantOverview; onClose: () => void }) {
  const environment = useEnvironment();
  const { erasure, applicant } = overview;
  const erase = useAct(async () => api.delete(at(environment, `v3/applicants/${applicant.applicantId}`)), {
    changes: ['applicants', 'v3/applicants', 'verifications', 'screenings', 'queue', 'home'],
    done: () => {
      notify('The applicant was erased.');
      onClose();
    },
  });
  if (!erasure.possible) {
    return (
      <Dialog
        title="This cannot be erased now"
        open
        onClose={onClose}
        footer={<Button onPress={onClose}>Close</Button>}
      >
        <p>
          {erasure.refused === 'ERASED'
            ? 'It was erased before.'
            : `Work on it has to end first: ${words(erasure.refused ?? 'a verification').toLowerCase()}. Decide or cancel it, then erase.`}
        </p>
      </Dialog>
    );
  }
  const { removes, keeps } = erasure;
  const lines = (of: readonly (readonly [number, string, string?])[]) =>
    of.filter(([count]) => count > 0).map(([count, one, many]) => <li key={one}>{plural(count, one, many)}</li>);
  return (
    <Confirm
      title="Erase this applicant?"
      open
      onClose={onClose}
      action="Erase for ever"
      typed="ERASE"
      onConfirm={() => erase.mutate()}
      pending={erase.isPending}
      error={erase.error}
    >
      <div className="columns-2">
        <div className="stack tight">
          <h3>Goes, for ever</h3>
          <ul className="what">
            {lines([
              [removes.personalFields, 'personal field'],
              [removes.files, 'file'],
              [removes.faceTemplates, 'face template'],
              [removes.screeningsStripped, 'screening emptied of its subject', 'screenings emptied of their subject'],
              [removes.monitorsEnded, 'monitor'],
            ])}
          </ul>
        </div>
        <div className="stack tight">
          <h3>Stays, as the law asks</h3>
          <ul className="what">
            {lines([
              [keeps.verifications, 'outcome of a verification', 'outcomes of verifications'],
              [keeps.screenings, 'outcome of a screening', 'outcomes of screenings'],
              [keeps.walletChecks, 'wallet check'],
              [keeps.creditEntries, 'entry of the ledger', 'entries of the ledger'],
              [keeps.auditEntries, 'line of the audit log', 'lines of the audit log'],
            ])}
          </ul>
        </div>
      </div>
      <p>Nobody can take this back, nor the operator.</p>
    </Confirm>
  );
}
