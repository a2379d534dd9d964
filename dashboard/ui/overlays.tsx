import type { LucideIcon } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import {
  Dialog as AriaDialog,
  Heading,
  Menu as AriaMenu,
  MenuItem,
  MenuTrigger,
  Modal,
  ModalOverlay,
  Popover,
} from 'react-aria-components';
import { Button, type ButtonKind } from './button.tsx';
import { Field } from './fields.tsx';
import { Refusal } from './states.tsx';

interface DialogProps {
  title: string;
  open: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  wide?: boolean;
  /** Makes the content a form that Enter sends. */
  onSubmit?: () => void;
}

/** A question above the page. Escape leaves it. */
export function Dialog({ title, open, onClose, children, footer, wide, onSubmit }: DialogProps) {
  const content = (
    <>
      <Heading slot="title" level={2}>
        {title}
      </Heading>
      {children}
      {footer ? <footer>{footer}</footer> : null}
    </>
  );
  return (
    <ModalOverlay
      className="scrim"
      isOpen={open}
      isDismissable
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Modal className={wide ? 'modal wide' : 'modal'}>
        <AriaDialog>
          {onSubmit ? (
            <form
              className="dialog"
              onSubmit={(event: FormEvent) => {
                event.preventDefault();
                onSubmit();
              }}
            >
              {content}
            </form>
          ) : (
            <div className="dialog">{content}</div>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

interface FormDialogProps {
  title: string;
  onClose: () => void;
  onSubmit: () => void;
  /** The words of the button. */
  action: string;
  pending: boolean;
  /** What has to be said is said. */
  ready?: boolean;
  error: unknown;
  children: ReactNode;
}

/** Asks for something, and sends it. */
export function FormDialog({
  title,
  onClose,
  onSubmit,
  action,
  pending,
  ready = true,
  error,
  children,
}: FormDialogProps) {
  return (
    <Dialog
      title={title}
      open
      onClose={onClose}
      onSubmit={() => {
        if (ready) onSubmit();
      }}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" pending={pending} disabled={!ready}>
            {action}
          </Button>
        </>
      }
    >
      {children}
      <Refusal error={error} />
    </Dialog>
  );
}

interface ConfirmProps {
  title: string;
  open: boolean;
  onClose: () => void;
  /** What will be gone, named. */
  children: ReactNode;
  /** The words of the button: what it does, not "OK". */
  action: string;
  kind?: ButtonKind;
  onConfirm: () => void;
  pending?: boolean;
  error?: unknown;
  /** A word that has to be written first, where there is no way back. */
  typed?: string;
  /** Not yet: what would be gone is still being counted. */
  wait?: boolean;
}

/** Asks before something that cannot be taken back. */
export function Confirm(props: ConfirmProps) {
  const { title, open, onClose, children, action, kind = 'danger', onConfirm, pending = false, error, typed } = props;
  const { wait = false } = props;
  const [word, setWord] = useState('');
  return (
    <Dialog
      title={title}
      open={open}
      onClose={onClose}
      onSubmit={() => {
        if (!wait && (!typed || word === typed)) onConfirm();
      }}
      footer={
        <>
          <Button onPress={onClose}>Keep it</Button>
          <Button kind={kind} type="submit" pending={pending} disabled={wait || (Boolean(typed) && word !== typed)}>
            {action}
          </Button>
        </>
      }
    >
      <div className="stack tight">{children}</div>
      {typed ? <Field label={`Write ${typed} to go on`} value={word} onChange={setWord} autoComplete="off" /> : null}
      <Refusal error={error} />
    </Dialog>
  );
}

export interface MenuEntry {
  id: string;
  label: string;
  icon?: LucideIcon;
  onAction: () => void;
  chosen?: boolean;
}

/** What opens below a button: things to do or to choose. */
export function Menu({
  trigger,
  label,
  entries,
  head,
}: {
  trigger: ReactNode;
  label: string;
  entries: readonly MenuEntry[];
  head?: ReactNode;
}) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover className="popover" offset={6}>
        {head ? <div className="menu-head">{head}</div> : null}
        <AriaMenu
          className="menu"
          aria-label={label}
          onAction={(key) => entries.find(({ id }) => id === key)?.onAction()}
        >
          {entries.map(({ id, label: text, icon: Icon, chosen }) => (
            <MenuItem key={id} id={id} textValue={text} className="menu-item">
              {Icon ? <Icon size={16} aria-hidden="true" /> : null}
              {text}
              {chosen ? <span className="end">✓</span> : null}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
