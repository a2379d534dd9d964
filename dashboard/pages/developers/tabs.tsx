import { useMay } from '../../lib/session.ts';
import { Go } from '../../lib/where.tsx';

/** The pages of those who integrate. */
export function DeveloperTabs() {
  const may = useMay();
  return (
    <nav className="tabs" aria-label="For developers">
      <Go page="developers">Begin</Go>
      {may('keys.read') ? <Go page="developers/keys">Keys</Go> : null}
      {may('webhooks.read') ? (
        <>
          <Go page="developers/webhooks" exact={false}>
            Webhooks
          </Go>
          <Go page="developers/signatures">Signatures</Go>
        </>
      ) : null}
      {may('requests.read') ? <Go page="developers/requests">Requests</Go> : null}
      <Go page="developers/console">Console</Go>
    </nav>
  );
}
