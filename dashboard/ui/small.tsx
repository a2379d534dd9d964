import { Check, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ago, calendarDay, dateTime, shortened, span, utc, words } from '../lib/format.ts';
import { useNow } from '../lib/now.ts';
import { IconButton } from './button.tsx';

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'accent' | 'sandbox';

export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`badge ${tone}`}>{children}</span>;
}

/** The tone of every status, result, risk and outcome of the contract; what is not here is plain. */
const TONES: Readonly<Record<string, Tone>> = {
  APPROVED: 'good',
  PASS: 'good',
  AGREES: 'good',
  LOW: 'good',
  SUCCEEDED: 'good',
  DELIVERED: 'good',
  ACTIVE: 'good',
  FALSE_POSITIVE: 'good',
  AUTHENTIC: 'good',
  CLEARED: 'good',
  MEDIUM: 'warn',
  REVIEW: 'warn',
  MANUAL_REVIEW: 'warn',
  OPEN: 'warn',
  NEEDS_INFORMATION: 'warn',
  SUSPENDED: 'warn',
  INCONCLUSIVE: 'warn',
  SUSPICIOUS: 'warn',
  RETRYING: 'warn',
  PENDING: 'plain',
  UNKNOWN: 'plain',
  REJECTED: 'bad',
  FAIL: 'bad',
  CONTRADICTS: 'bad',
  HIGH: 'bad',
  CRITICAL: 'bad',
  FAILED: 'bad',
  DISABLED: 'bad',
  TRUE_MATCH: 'bad',
  SYNTHETIC: 'bad',
  MANIPULATED: 'bad',
  SANCTIONS: 'bad',
  WANTED: 'bad',
  BLOCKLIST: 'bad',
  PEP: 'accent',
  RCA: 'accent',
  ADVERSE_MEDIA: 'warn',
  DEBARMENT: 'warn',
};
export const toneOf = (code: string | null | undefined): Tone => TONES[code ?? ''] ?? 'plain';

/** A word of the contract, in its colour: `APPROVED`. */
export function Status({ code, children }: { code: string | null | undefined; children?: ReactNode }) {
  if (!code) return <span className="faint">–</span>;
  return <Badge tone={toneOf(code)}>{children ?? words(code)}</Badge>;
}

/** A moment in the reader's zone; UTC when pointed at. */
export function Time({ at, relative = false }: { at: string | null | undefined; relative?: boolean }) {
  const now = useNow();
  if (!at) return <span className="faint">–</span>;
  return (
    <time dateTime={at} title={relative ? `${dateTime(at, now)} · ${utc(at)}` : utc(at)} className="nowrap numbers">
      {relative ? ago(at, now) : dateTime(at, now)}
    </time>
  );
}

/** A calendar day of no zone, such as a birth date. */
export function Day({ on }: { on: string | null | undefined }) {
  return on ? <span className="nowrap numbers">{calendarDay(on)}</span> : <span className="faint">–</span>;
}

/** What is due within this time is worth a look. */
const SOON_MS = 4 * 3_600_000;

/** How long until something is due, or since it was: the service-level clock. */
export function Due({ at }: { at: string | null }) {
  const now = useNow();
  if (!at) return <span className="faint">–</span>;
  const left = new Date(at).getTime() - now.getTime();
  const text = left < 0 ? `${span(left)} late` : `${span(left)} left`;
  return (
    <span title={utc(at)} className="nowrap numbers">
      {left < 0 ? <Badge tone="bad">{text}</Badge> : <span className={left < SOON_MS ? 'soon' : 'quiet'}>{text}</span>}
    </span>
  );
}

/** Something to copy: shortened for the eye, whole in the clipboard. */
export function Copied({ text, shown, label = 'Copy' }: { text: string; shown?: string; label?: string }) {
  return (
    <span className="copied">
      <span className="code" title={text}>
        {shown ?? text}
      </span>
      <CopyButton text={text} label={label} />
    </span>
  );
}

/** An identifier, its ends shown. */
export function Id({ id }: { id: string }) {
  return <Copied text={id} shown={shortened(id, 8)} label="Copy identifier" />;
}

export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <IconButton
      small
      icon={copied ? Check : Copy}
      label={copied ? 'Copied' : label}
      onPress={() => {
        void navigator.clipboard?.writeText(text).then(() => {
          setCopied(true);
          window.setTimeout(() => setCopied(false), 2_000);
        });
      }}
    />
  );
}

/** What is shown once, to be kept elsewhere. */
export function Secret({ text, label }: { text: string; label: string }) {
  return (
    <div className="secret">
      <code aria-label={label}>{text}</code>
      <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
    </div>
  );
}

/** Terms and values. What is null is left out. */
export function Facts({ of, columns = false }: { of: readonly (readonly [string, ReactNode])[]; columns?: boolean }) {
  const known = of.filter(([, value]) => value !== null && value !== undefined && value !== '');
  return (
    <dl className={columns ? 'facts columns' : 'facts'}>
      {known.map(([term, value]) =>
        columns ? (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ) : (
          [<dt key={`${term} term`}>{term}</dt>, <dd key={term}>{value}</dd>]
        ),
      )}
    </dl>
  );
}
