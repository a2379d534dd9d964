import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import type { PolicyTry, PolicyVersion } from '../../../contract/dashboard/policies.ts';
import { api, at } from '../../lib/api.ts';
import { useAct, useRead } from '../../lib/data.tsx';
import { plural, words } from '../../lib/format.ts';
import { useMay } from '../../lib/session.ts';
import { useEnvironment } from '../../lib/where.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields.tsx';
import { notify } from '../../ui/notices.tsx';
import { Refusal } from '../../ui/states.tsx';
import { changesOf, type Draft, draftOf, faultOf, policyOf } from './draft.ts';
import { categoriesOf, isWalletPolicy } from './policy.tsx';
import { TryResult } from './trial.tsx';

const ASK_MS = 1_000;
const GENERAL = [
  ['levels.MEDIUM', 'Medium from'],
  ['levels.HIGH', 'High from'],
  ['levels.CRITICAL', 'Critical from'],
  ['decayPercentPerHop', 'Left after each hop, %'],
  ['knownPercentForLow', 'Low needs known, %'],
] as const;

const LABELS_AND_WALK = [
  ['minimumConfidence', 'Labels count from, % sure'],
  ['ownLabelConfidence', 'Own label rules from, % sure'],
  ['limits.maxHops', 'Hops followed'],
  ['limits.sharePercent', 'Smallest part followed, %'],
] as const;

/** Change, try on the last thousand decisions, look at what would differ, then switch with a reason. */
export function PolicyEditor({ from, onClose }: { from: PolicyVersion; onClose: () => void }) {
  const environment = useEnvironment();
  const may = useMay();
  const before = draftOf(from.policy);
  const [draft, setDraft] = useState<Draft>(before);
  const [version, setVersion] = useState('');
  const [reason, setReason] = useState('');
  const [tryId, setTryId] = useState<string | null>(null);
  const changed = changesOf(before, draft);
  const faulty = Object.keys(draft).some((place) => faultOf(place, draft) !== null);
  const ready = changed.length > 0 && !faulty && version.trim() !== '';
  const body = () => ({ kind: from.kind, policy: policyOf(from.policy, draft, version.trim()) });

  const begin = useAct(async () => api.post<PolicyTry>(at(environment, 'policies/try'), body()), {
    done: (trial) => setTryId(trial.tryId),
  });
  const found = useRead<PolicyTry>(`policies/try/${tryId ?? ''}`, {}, { enabled: tryId !== null });
  const underWay = tryId !== null && found.data?.status !== 'DONE' && found.data?.status !== 'FAILED';
  useRead<PolicyTry>(`policies/try/${tryId ?? ''}`, {}, { enabled: underWay, every: underWay ? ASK_MS : false });
  const put = useAct(
    async () =>
      api.post(at(environment, 'policies'), { ...body(), reason: reason.trim(), ...(tryId ? { tryId } : {}) }),
    {
      changes: ['policies'],
      done: () => {
        notify('The policy is in force. Decisions from now on are made by it.');
        onClose();
      },
    },
  );
  const set = (place: string) => (value: string) => {
    // What was tried is no longer what would be switched.
    setTryId(null);
    setDraft((old) => ({ ...old, [place]: value }));
  };
  const number = (place: string, label: string, hiddenLabel = false) => (
    <Field
      key={place}
      label={label}
      hiddenLabel={hiddenLabel}
      type="number"
      value={draft[place] ?? ''}
      onChange={set(place)}
      fault={faultOf(place, draft)}
      maxLength={place.startsWith('dust.') ? 30 : 11}
    />
  );
  return (
    <form
      className="padded stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) begin.mutate();
      }}
    >
      {isWalletPolicy(from.policy) ? (
        <>
          <div className="policy-numbers">{GENERAL.map(([place, label]) => number(place, label))}</div>
          <h3>Labels, and how far payments are followed</h3>
          <div className="policy-numbers">{LABELS_AND_WALK.map(([place, label]) => number(place, label))}</div>
          <h3>Too small to mean anything</h3>
          <p className="small quiet">
            Direct dealings up to this do not count, for anybody can send such to any address. In the smallest unit of
            each chain’s coin: satoshi, wei, sun, lamport, drop.
          </p>
          <div className="policy-numbers">
            {Object.keys(from.policy.dust).map((family) => number(`dust.${family}`, family.toUpperCase()))}
          </div>
          <h3>Weights</h3>
          <div className="table-room" tabIndex={0} role="region" aria-label="Weights by category">
            <table className="table policy-table">
              <thead>
                <tr>
                  <th scope="col">Category</th>
                  <th scope="col">Weight, 0 to 100</th>
                  <th scope="col">Full at, % of the value</th>
                </tr>
              </thead>
              <tbody>
                {categoriesOf(from.policy).map(([category]) => (
                  <tr key={category}>
                    <th scope="row">{words(category)}</th>
                    <td>{number(`weight.${category}`, `Weight of ${words(category)}`, true)}</td>
                    <td>{number(`full.${category}`, `${words(category)} is full at, percent`, true)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      ) : (
        <div className="policy-numbers">{number('threshold', 'A match must be decided from')}</div>
      )}
      <Field
        label="Name of the version"
        value={version}
        onChange={(value) => {
          setTryId(null);
          setVersion(value);
        }}
        maxLength={100}
        hint="It stands in every record that is decided by it."
      />
      <Refusal error={begin.error ?? found.error} />
      <div className="across">
        <Button onPress={onClose}>Leave it as it is</Button>
        <Button type="submit" icon={FlaskConical} pending={begin.isPending || underWay} disabled={!ready}>
          Try on the last 1,000 decisions
        </Button>
        <span className="small quiet">
          {changed.length === 0 ? 'Nothing is changed yet.' : `${plural(changed.length, 'number')} changed.`}
        </span>
      </div>
      {found.data && tryId ? <TryResult trial={found.data} /> : null}
      {found.data?.status === 'DONE' && may('policies.write') ? (
        <>
          <Field label="Why it is changed" value={reason} onChange={setReason} rows={2} maxLength={500} />
          <Refusal error={put.error} />
          <div className="across">
            <Button
              kind="primary"
              pending={put.isPending}
              disabled={reason.trim() === ''}
              onPress={() => put.mutate(undefined)}
            >
              Put {version.trim()} in force
            </Button>
          </div>
        </>
      ) : null}
    </form>
  );
}
