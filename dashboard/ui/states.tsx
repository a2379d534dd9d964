import type { LucideIcon } from 'lucide-react';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiProblem, remedyOf } from '../lib/api.ts';
import { Button } from './button.tsx';

/** Nothing is here yet: what would be here, and how it comes about. */
export function Empty({
  icon: Icon,
  title,
  children,
  actions,
}: {
  icon?: LucideIcon;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className="empty">
      {Icon ? <Icon size={28} strokeWidth={1.5} aria-hidden="true" /> : null}
      <p className="strong">{title}</p>
      {children ? <p>{children}</p> : null}
      {actions ? <div className="across">{actions}</div> : null}
    </div>
  );
}

/** Something failed: what, what to do about it, and the number to ask for help with. */
export function Problem({ error, retry }: { error: unknown; retry?: (() => void) | undefined }) {
  const problem = error instanceof ApiProblem ? error : null;
  return (
    <div className="problem" role="alert">
      <CircleAlert size={28} strokeWidth={1.5} aria-hidden="true" />
      <p className="strong">{problem ? problem.message : 'This page failed to show.'}</p>
      <p>{remedyOf(error)}</p>
      {problem?.requestId ? (
        <p className="small">
          Request <code>{problem.requestId}</code>
        </p>
      ) : null}
      {retry ? (
        <div className="across">
          <Button onPress={retry}>Try again</Button>
        </div>
      ) : null}
    </div>
  );
}

/** The same within a form: one line above its buttons. */
export function Refusal({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <Note tone="bad">
      <span role="alert">
        {error instanceof Error ? error.message : 'That did not work.'} {remedyOf(error)}
      </span>
    </Note>
  );
}

export function Loading({ label = 'Loading' }: { label?: string }) {
  return (
    <div className="loading" role="status" aria-label={label}>
      <span />
      <span />
      <span />
    </div>
  );
}

const ICONS = { plain: Info, accent: Info, good: CircleCheck, warn: TriangleAlert, bad: CircleAlert } as const;

/** A sentence that matters on this page. */
export function Note({ tone = 'plain', children }: { tone?: keyof typeof ICONS; children: ReactNode }) {
  const Icon = ICONS[tone];
  return (
    <div className={`note ${tone}`}>
      <Icon size={16} aria-hidden="true" />
      <div className="grow">{children}</div>
    </div>
  );
}

/** How far something has come, 0 to 1. */
export function Progress({ share, label }: { share: number; label: string }) {
  const now = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return <Meter share={share} label={`${label}: ${now} %`} shown={label} />;
}

/** A share as a bar; the bar is drawn, so that no style has to stand in the page. */
export function Meter({
  share,
  label,
  shown,
  tone = 'accent',
}: {
  share: number;
  label: string;
  shown?: ReactNode;
  tone?: 'accent' | 'good' | 'warn' | 'bad';
}) {
  const now = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <div className={`meter ${tone}`}>
      {shown ? <span className="small">{shown}</span> : null}
      <div className="track" role="meter" aria-valuenow={now} aria-valuemin={0} aria-valuemax={100} aria-label={label}>
        <div className="fill" style={{ inlineSize: `${now}%` }} />
      </div>
    </div>
  );
}
