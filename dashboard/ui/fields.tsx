import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Button,
  Checkbox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Radio,
  RadioGroup,
  Select,
  SelectValue,
  Text,
  TextArea,
  TextField,
} from 'react-aria-components';

interface TextProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  /** What is wrong with it, and what would be right. */
  fault?: string | null;
  type?: 'text' | 'email' | 'password' | 'url' | 'search' | 'number';
  name?: string;
  autoComplete?: string;
  required?: boolean;
  rows?: number;
  placeholder?: string;
  autoFocus?: boolean;
  hiddenLabel?: boolean;
  maxLength?: number;
  inputMode?: 'numeric' | 'text' | 'decimal';
  disabled?: boolean;
}

/** A line of text, or several where `rows` is given. */
export function Field(props: TextProps) {
  const { label, value, onChange, hint, fault, type = 'text', required = false, rows, placeholder } = props;
  const shared = { className: 'input', ...(placeholder ? { placeholder } : {}) };
  return (
    <TextField
      className="field"
      value={value}
      onChange={onChange}
      type={type === 'number' ? 'text' : type}
      isRequired={required}
      isInvalid={Boolean(fault)}
      isDisabled={props.disabled ?? false}
      validationBehavior="aria"
      {...(props.name ? { name: props.name } : {})}
      {...(props.autoComplete ? { autoComplete: props.autoComplete } : {})}
      {...(props.autoFocus ? { autoFocus: true } : {})}
      {...(props.maxLength ? { maxLength: props.maxLength } : {})}
      {...(type === 'number'
        ? { inputMode: 'decimal' as const }
        : props.inputMode
          ? { inputMode: props.inputMode }
          : {})}
    >
      <Label className={props.hiddenLabel ? 'hidden' : 'label'}>{label}</Label>
      {rows ? <TextArea rows={rows} dir="auto" {...shared} /> : <Input {...shared} />}
      {hint ? (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      ) : null}
      <FieldError className="fault">{fault}</FieldError>
    </TextField>
  );
}

export interface Choice<V extends string> {
  value: V;
  label: string;
  hint?: string;
}

interface SelectProps<V extends string> {
  label: string;
  value: V;
  choices: readonly Choice<V>[];
  onChange: (value: V) => void;
  hint?: string;
  small?: boolean;
  hiddenLabel?: boolean;
  disabled?: boolean;
}

/** One of several, from a list that opens. */
export function SelectField<V extends string>(props: SelectProps<V>) {
  const { label, value, choices, onChange, hint, small, hiddenLabel } = props;
  return (
    <Select
      className={`field select${small ? ' small' : ''}`}
      selectedKey={value}
      onSelectionChange={(key) => {
        if (key !== null) onChange(String(key) as V);
      }}
      isDisabled={props.disabled ?? false}
    >
      <Label className={hiddenLabel ? 'hidden' : 'label'}>{label}</Label>
      <Button>
        <SelectValue>{choices.find((choice) => choice.value === value)?.label ?? 'Choose'}</SelectValue>
        <ChevronDown size={16} aria-hidden="true" />
      </Button>
      {hint ? (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      ) : null}
      <Popover className="popover" offset={4}>
        <ListBox className="menu">
          {choices.map((choice) => (
            <ListBoxItem key={choice.value} id={choice.value} textValue={choice.label} className="menu-item">
              {choice.label}
              {choice.value === value ? <Check size={16} className="end" aria-hidden="true" /> : null}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}

interface CheckProps {
  children: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  hint?: ReactNode;
  disabled?: boolean;
  some?: boolean;
  label?: string;
}

/** Yes or no. */
export function CheckField({ children, checked, onChange, hint, disabled, some, label }: CheckProps) {
  return (
    <Checkbox
      className="check"
      isSelected={checked}
      isIndeterminate={some ?? false}
      onChange={onChange}
      isDisabled={disabled ?? false}
      {...(label ? { 'aria-label': label } : {})}
    >
      <span className="box" aria-hidden="true">
        {some ? '–' : <Check size={12} strokeWidth={3} />}
      </span>
      <span>
        {children}
        {hint ? <span className="hint">{hint}</span> : null}
      </span>
    </Checkbox>
  );
}

interface RadioProps<V extends string> {
  label: string;
  value: V | null;
  choices: readonly Choice<V>[];
  onChange: (value: V) => void;
}

/** One of a few, all seen at once. */
export function RadioField<V extends string>({ label, value, choices, onChange }: RadioProps<V>) {
  return (
    <RadioGroup className="field" value={value} onChange={(next) => onChange(next as V)}>
      <Label className="label">{label}</Label>
      {choices.map((choice) => (
        <Radio key={choice.value} value={choice.value} className="check radio">
          <span className="box" aria-hidden="true" />
          <span>
            {choice.label}
            {choice.hint ? <span className="hint">{choice.hint}</span> : null}
          </span>
        </Radio>
      ))}
    </RadioGroup>
  );
}
