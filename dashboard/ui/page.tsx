import { type ReactNode, useEffect, useRef } from 'react';
import { ChevronRight } from 'lucide-react';

interface PageProps {
  /** What the page is: never a person's name, for it is in the title of the window too. */
  title: string;
  /** What stands as heading where it says more than the title may, such as a person's name. */
  heading?: ReactNode;
  lead?: ReactNode;
  /** Where it belongs: links to what is above it. */
  above?: ReactNode;
  actions?: ReactNode;
  tabs?: ReactNode;
  children: ReactNode;
  wide?: boolean;
}

/** The frame of every page: heading, what can be done, and the content below. The heading is read out on arrival. */
export function Page({ title, heading, lead, above, actions, tabs, children, wide = false }: PageProps) {
  const top = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Compliance`;
  }, [title]);
  useEffect(() => {
    top.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={wide ? 'page wide' : 'page'}>
      <div className="page-head">
        <div className="grow">
          {above ? (
            <nav aria-label="Where this belongs" className="above">
              {above}
              <ChevronRight size={14} aria-hidden="true" className="flip" />
            </nav>
          ) : null}
          <h1 ref={top} tabIndex={-1}>
            {heading ?? title}
          </h1>
          {lead ? <div className="lead">{lead}</div> : null}
        </div>
        {actions ? <div className="across actions">{actions}</div> : null}
      </div>
      {tabs}
      {children}
    </div>
  );
}

interface CardProps {
  title?: ReactNode;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  /** The content reaches the edges: tables, lists, pictures. */
  flush?: boolean;
  level?: 2 | 3;
  label?: string;
}

export function Card({ title, note, actions, children, footer, flush = false, level = 2, label }: CardProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section className="card" {...(label ? { 'aria-label': label } : {})}>
      {title || actions ? (
        <header>
          <div>
            {title ? <Heading>{title}</Heading> : null}
            {note ? <p>{note}</p> : null}
          </div>
          {actions ? <div className="across">{actions}</div> : null}
        </header>
      ) : null}
      <div className={flush ? 'body flush' : 'body'}>{children}</div>
      {footer ? <footer>{footer}</footer> : null}
    </section>
  );
}
