import { type ReactNode, useEffect } from 'react';
import { ShieldCheck } from 'lucide-react';
import { REFERENCE } from '../shell/navigation.ts';

/** What surrounds the pages before anybody is signed in. */
export function Frame({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Compliance`;
  }, [title]);
  return (
    <main className="frame">
      <div className="frame-card">
        <span className="frame-mark" aria-hidden="true">
          <ShieldCheck size={22} strokeWidth={2} />
        </span>
        <div className="stack tight">
          <h1>{title}</h1>
          {lead ? <p className="quiet">{lead}</p> : null}
        </div>
        {children}
      </div>
      <nav className="frame-links" aria-label="Elsewhere">
        <a href={REFERENCE.href}>{REFERENCE.label}</a>
        <a href="/api/v3/openapi.json">OpenAPI document</a>
      </nav>
    </main>
  );
}
