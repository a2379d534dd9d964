import { type ReactNode, useState } from 'react';
import type { Setting } from '../../../contract/dashboard/records.ts';
import { api, own } from '../../lib/api.ts';
import { useAct } from '../../lib/data.tsx';
import { count } from '../../lib/format.ts';
import { useMay } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField, Field } from '../../ui/fields.tsx';
import { notify } from '../../ui/notices.tsx';
import { Card } from '../../ui/page.tsx';
import { Refusal } from '../../ui/states.tsx';

/** The words for each setting; what has none here is shown by its name and the service's description. */
const LABELS: Readonly<Record<string, string>> = {
  'verifications.duplicateFaces': 'Look for the same face under another applicant',
  'verifications.templateDays': 'Days until face templates and traces of documents are erased',
  'verifications.fourEyes': 'A verification needs a second reviewer who agrees',
  'screenings.fourEyes': 'A match needs a second person who agrees',
  'kyt.fourEyes': 'A wallet needs a second person who agrees',
  'deepfake.fourEyes': 'Media need a second person who agrees',
  'kyt.highRiskThreshold': 'A wallet is told as high risk from this score',
  'kyt.allowIncomplete': 'Record what is known where chain data cannot be had',
  'screenings.reviewThreshold': 'A match waits for a decision from this score',
  'retention.verificationMediaDays': 'Days after a verification until its pictures are erased',
  'retention.applicantDays': 'Days without anything new until an applicant is erased',
  'retention.screeningDays': 'Days after a screening until the person in it is erased',
  'retention.deepfakeMediaDays': 'Days until examined media are erased',
  'retention.requestLogDays': 'Days until calls of the API are forgotten',
  'queue.verificationHours': 'Hours to decide a verification',
  'queue.screeningHours': 'Hours to decide the matches of a screening',
  'queue.walletHours': 'Hours to decide a wallet of high risk',
  'queue.mediaHours': 'Hours to decide doubtful media',
  'team.requireTwoFactor': 'Everybody needs a second factor or a passkey',
  'team.idleMinutes': 'Minutes without use until a session ends',
};

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** What it may be, and what holds without a choice. */
function rangeOf({ minimum, maximum, zero, fallback }: Setting): string {
  const range = maximum === null ? `From ${minimum ?? 0}` : `From ${minimum ?? 0} to ${count(maximum)}`;
  return `${range}; ${zero === null ? `without a choice of yours: ${String(fallback)}` : `0: ${zero}`}.`;
}

export type Changes = Readonly<Record<string, boolean | number>>;

/** What a page asks before it saves. */
export interface Review {
  changes: Changes;
  save: () => void;
  close: () => void;
  pending: boolean;
  error: unknown;
}

interface SettingsCardProps {
  title: string;
  note: string;
  of: readonly Setting[];
  /** Is asked before anything is saved, where a change does more than it seems. */
  review?: (of: Review) => ReactNode;
}

/** Settings that belong together, changed together. */
export function SettingsCard({ title, note, of, review }: SettingsCardProps) {
  const may = useMay();
  const [changes, setChanges] = useState<Readonly<Record<string, boolean | string>>>({});
  const parsed = of.flatMap((setting) => {
    const text = changes[setting.name];
    if (text === undefined) return [];
    const value = typeof text === 'boolean' ? text : Number(text);
    return value === setting.value ? [] : [[setting.name, value] as const];
  });
  const [reviewing, setReviewing] = useState(false);
  const faultOf = ({ name, minimum, maximum, zero }: Setting): string | null => {
    const text = changes[name];
    if (typeof text !== 'string') return null;
    const value = Number(text);
    const [least, most] = [minimum ?? 0, maximum ?? Number.MAX_SAFE_INTEGER];
    if (zero !== null && text.trim() === '0') return null;
    if (text.trim() !== '' && Number.isInteger(value) && value >= least && value <= most) return null;
    const range = maximum === null ? `A whole number from ${least}` : `A whole number from ${least} to ${most}`;
    return zero === null ? `${range}.` : `${range}, or 0: ${zero}.`;
  };
  const faulty = of.some((setting) => faultOf(setting) !== null);
  const save = useAct(async () => api.patch(own('settings'), { settings: Object.fromEntries(parsed) }), {
    changes: ['settings', 'queue', 'home', 'me'],
    done: () => {
      setReviewing(false);
      setChanges({});
      notify('The settings were changed.');
    },
  });
  const allowed = may('settings.write');
  return (
    <Card title={title} note={note}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (faulty || parsed.length === 0) return;
          if (review) setReviewing(true);
          else save.mutate();
        }}
      >
        {of.map((setting) => {
          const { name, type, value, description } = setting;
          const label = LABELS[name] ?? name;
          const now = changes[name] ?? value;
          if (type === 'FLAG') {
            return (
              <CheckField
                key={name}
                checked={now === true}
                disabled={!allowed}
                onChange={(on) => setChanges((before) => ({ ...before, [name]: on }))}
                hint={sentence(description)}
              >
                {label}
              </CheckField>
            );
          }
          return (
            <Field
              key={name}
              label={label}
              type="number"
              value={String(now)}
              disabled={!allowed}
              fault={faultOf(setting)}
              onChange={(text) => setChanges((before) => ({ ...before, [name]: text }))}
              hint={rangeOf(setting)}
              maxLength={9}
            />
          );
        })}
        {reviewing ? null : <Refusal error={save.error} />}
        {allowed ? (
          <div className="across">
            <Button type="submit" pending={save.isPending} disabled={faulty || parsed.length === 0}>
              Save
            </Button>
          </div>
        ) : (
          <p className="small quiet">An owner or admin can change these.</p>
        )}
      </form>
      {reviewing && review
        ? review({
            changes: Object.fromEntries(parsed),
            save: () => save.mutate(),
            close: () => setReviewing(false),
            pending: save.isPending,
            error: save.error,
          })
        : null}
    </Card>
  );
}
