import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton, Tooltip, TooltipTrigger } from 'react-aria-components';

export type ButtonKind = 'plain' | 'primary' | 'danger' | 'quiet';

interface ButtonProps {
  children?: ReactNode;
  icon?: LucideIcon;
  kind?: ButtonKind;
  small?: boolean;
  wide?: boolean;
  /** Work is under way: it says so and cannot be pressed again. */
  pending?: boolean;
  disabled?: boolean;
  /** The key that does the same, shown beside the words. */
  shortcut?: string;
  type?: 'button' | 'submit';
  onPress?: () => void;
  label?: string;
  autoFocus?: boolean;
}

export const buttonClass = (kind: ButtonKind, { small = false, wide = false, icon = false } = {}): string =>
  `button ${kind}${small ? ' small' : ''}${wide ? ' wide' : ''}${icon ? ' icon' : ''}`;

/** The one button. What it does is in its words; the main one of a page is `primary`. */
export function Button(props: ButtonProps) {
  const {
    children,
    icon: Icon,
    kind = 'plain',
    small,
    wide,
    pending = false,
    disabled,
    shortcut,
    type,
    onPress,
  } = props;
  return (
    <AriaButton
      className={buttonClass(kind, { small, wide })}
      isDisabled={disabled ?? false}
      // While it is under way it keeps the focus, and does nothing.
      type={pending ? 'button' : (type ?? 'button')}
      {...(onPress && !pending ? { onPress } : {})}
      {...(pending ? { 'aria-disabled': true } : {})}
      {...(props.label ? { 'aria-label': props.label } : {})}
      {...(props.autoFocus ? { autoFocus: true } : {})}
    >
      {pending ? <span className="spinner" aria-hidden="true" /> : Icon ? <Icon size={16} aria-hidden="true" /> : null}
      {children}
      {shortcut ? <kbd aria-hidden="true">{shortcut}</kbd> : null}
    </AriaButton>
  );
}

interface IconButtonProps {
  icon: LucideIcon;
  /** What it does; shown when pointed at or focused. */
  label: string;
  onPress?: () => void;
  small?: boolean;
  kind?: ButtonKind;
  disabled?: boolean;
  pressed?: boolean;
}

export function IconButton({ icon: Icon, label, onPress, small, kind = 'quiet', disabled, pressed }: IconButtonProps) {
  return (
    <TooltipTrigger delay={400}>
      <AriaButton
        className={buttonClass(kind, { small, icon: true })}
        aria-label={label}
        isDisabled={disabled ?? false}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
        {...(onPress ? { onPress } : {})}
      >
        <Icon size={small ? 16 : 18} aria-hidden="true" />
      </AriaButton>
      <Tooltip className="tooltip" offset={6}>
        {label}
      </Tooltip>
    </TooltipTrigger>
  );
}
