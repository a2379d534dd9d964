import type { ErrorComponentProps } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { Empty, Problem } from '../ui/states.tsx';

/** An address that leads nowhere. */
export function Missing() {
  return (
    <main className="alone">
      <Empty icon={Compass} title="There is no page at this address">
        It may have been written down wrongly. <a href="/">Go to the first page.</a>
      </Empty>
    </main>
  );
}

/** A page that could not be loaded or drawn; the others still work. */
export function Failed({ error, reset }: ErrorComponentProps) {
  return (
    <main className="alone">
      <Problem error={error} retry={reset} />
    </main>
  );
}
