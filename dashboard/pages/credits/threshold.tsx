import { useState } from 'react';
import { api, at } from '../../lib/api.ts';
import { useAct } from '../../lib/data.tsx';
import { useEnvironment } from '../../lib/where.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/fields.tsx';
import { notify } from '../../ui/notices.tsx';
import { Refusal } from '../../ui/states.tsx';

const MOST = 1_000_000_000;

/** The balance below which everybody is told. */
export function Threshold({ now }: { now: number }) {
  const environment = useEnvironment();
  const [text, setText] = useState(String(now));
  const value = Number(text.replaceAll(/[\s,.']/g, ''));
  const fault = !Number.isInteger(value) || value < 0 || value > MOST ? 'Write a whole number from 0.' : null;
  const save = useAct(async () => api.patch(at(environment, 'credits/threshold'), { lowBalanceThreshold: value }), {
    changes: ['v3/credits', 'home'],
    done: () => notify('The threshold was changed.'),
  });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (fault === null) save.mutate();
      }}
    >
      <Field
        label="Tell us below"
        type="number"
        value={text}
        onChange={setText}
        fault={fault}
        hint="The event credits.low_balance goes to your webhooks, and this page shows it."
      />
      <Refusal error={save.error} />
      <div className="across">
        <Button type="submit" pending={save.isPending} disabled={fault !== null || value === now}>
          Save
        </Button>
      </div>
    </form>
  );
}
