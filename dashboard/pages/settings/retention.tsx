import type { Static } from 'typebox';
import { useEffect } from 'react';
import type { previewRetention, RetentionSetting } from '../../../contract/dashboard/privacy.ts';
import type { Setting } from '../../../contract/dashboard/records.ts';
import { api, own } from '../../lib/api.ts';
import { useAct } from '../../lib/data.tsx';
import { count, plural } from '../../lib/format.ts';
import { Confirm } from '../../ui/overlays.tsx';
import { Time } from '../../ui/small.tsx';
import { Loading, Refusal } from '../../ui/states.tsx';
import { type Review, SettingsCard } from './settings-card.tsx';

type Erases = Static<(typeof previewRetention)['data']>['erases'];

const WHAT: Readonly<Record<RetentionSetting, readonly [string, string]>> = {
  'retention.verificationMediaDays': ['verification loses its pictures', 'verifications lose their pictures'],
  'retention.applicantDays': ['applicant is erased', 'applicants are erased'],
  'retention.screeningDays': ['screening loses its person', 'screenings lose their person'],
  'retention.deepfakeMediaDays': ['examined file is erased', 'examined files are erased'],
  'retention.requestLogDays': ['call is forgotten', 'calls are forgotten'],
};

/** How long things are kept; what a shorter time erases is counted and shown before it is saved. */
export function RetentionCard({ of }: { of: readonly Setting[] }) {
  return (
    <SettingsCard
      title="How long things are kept"
      note="Every hour, what is older is erased, each with a line in the audit log"
      of={of}
      review={(review) => <RetentionReview review={review} />}
    />
  );
}

function RetentionReview({ review: { changes, save, close, pending, error } }: { review: Review }) {
  const look = useAct(async () => api.post<{ erases: Erases }>(own('retention/preview'), { days: changes }));
  const { mutate } = look;
  useEffect(() => mutate(undefined), [mutate]);
  const erases = look.data?.erases;
  const gone = erases?.filter((one) => one.count > 0) ?? [];
  return (
    <Confirm
      title={gone.length > 0 ? 'Erase this within the hour?' : 'Change how long things are kept?'}
      open
      onClose={close}
      action={gone.length > 0 ? 'Save and erase' : 'Save'}
      kind={gone.length > 0 ? 'danger' : 'primary'}
      onConfirm={save}
      pending={pending}
      error={error}
      wait={erases === undefined}
    >
      <Refusal error={look.error} />
      {erases === undefined && !look.error ? <Loading /> : null}
      {gone.length > 0 ? (
        <>
          <p>As things stand now, in production and the sandbox together:</p>
          <ul className="what">
            {gone.map(({ name, count: many, more, oldestAt, days }) => (
              <li key={name}>
                {more ? `More than ${count(many)} ${WHAT[name][1]}` : plural(many, ...WHAT[name])}, older than{' '}
                {plural(days, 'day')}
                {oldestAt ? (
                  <>
                    ; the oldest of <Time at={oldestAt} />
                  </>
                ) : null}
              </li>
            ))}
          </ul>
          <p>What was decided, the ledger and the audit log stay. Nobody can take this back, nor the operator.</p>
        </>
      ) : erases ? (
        <p>Nothing is that old yet: it is erased once it is.</p>
      ) : null}
    </Confirm>
  );
}
