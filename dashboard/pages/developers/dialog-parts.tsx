import { Button } from '../../ui/button.tsx';
import { CheckField, RadioField } from '../../ui/fields.tsx';
import { Dialog } from '../../ui/overlays.tsx';
import { Secret } from '../../ui/small.tsx';
import { Note } from '../../ui/states.tsx';

interface OnceProps {
  title: string;
  /** What it is for, and that it is not shown again. */
  about: string;
  label: string;
  secret: string;
  note?: string;
  onClose: () => void;
}

/** The only time that a key or secret is seen. */
export function ShownOnce({ title, about, label, secret, note, onClose }: OnceProps) {
  return (
    <Dialog
      title={title}
      open
      onClose={onClose}
      footer={
        <Button kind="primary" onPress={onClose}>
          I kept it
        </Button>
      }
    >
      <p>{about}</p>
      <Secret text={secret} label={label} />
      {note ? <Note>{note}</Note> : null}
    </Dialog>
  );
}

interface ReachProps {
  label: string;
  /** What all of them are called; what choosing is good for. */
  all: string;
  some?: string;
  legend: string;
  choices: readonly string[];
  /** null: all. */
  chosen: readonly string[] | null;
  onChange: (chosen: readonly string[] | null) => void;
}

/** All of something, or only what is ticked. */
export function ReachField({ label, all, some, legend, choices, chosen, onChange }: ReachProps) {
  return (
    <>
      <RadioField<'ALL' | 'SOME'>
        label={label}
        value={chosen === null ? 'ALL' : 'SOME'}
        onChange={(reach) => onChange(reach === 'ALL' ? null : (chosen ?? []))}
        choices={[
          { value: 'ALL', label: all },
          { value: 'SOME', label: 'Only what is chosen', ...(some ? { hint: some } : {}) },
        ]}
      />
      {chosen === null ? null : (
        <fieldset className="codes-choice scopes">
          <legend className="hidden">{legend}</legend>
          {choices.map((choice) => (
            <CheckField
              key={choice}
              checked={chosen.includes(choice)}
              onChange={(on) => onChange(on ? [...chosen, choice] : chosen.filter((one) => one !== choice))}
            >
              <span className="code">{choice}</span>
            </CheckField>
          ))}
        </fieldset>
      )}
    </>
  );
}
