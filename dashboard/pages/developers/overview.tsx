import { BookOpen, KeyRound, Webhook } from 'lucide-react';
import { api, at } from '../../lib/api.ts';
import { Shown, useAct } from '../../lib/data.tsx';
import { useMay } from '../../lib/session.ts';
import { Go, useEnvironment } from '../../lib/where.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Copied, CopyButton, Facts, Secret } from '../../ui/small.tsx';
import { Refusal } from '../../ui/states.tsx';
import { useReference } from './reference.ts';
import { DeveloperTabs } from './tabs.tsx';

/** From nothing to the first answer, in three steps. */
export function DevelopersPage() {
  const environment = useEnvironment();
  const reference = useReference();
  return (
    <Page
      title="Developers"
      lead={
        environment === 'test'
          ? 'Build against the sandbox: same calls, simulated results.'
          : 'Keys and webhooks of production. Try things in the sandbox first.'
      }
      tabs={<DeveloperTabs />}
    >
      <Shown of={reference}>
        {({ production, sandbox }) => {
          const base = environment === 'live' ? production : sandbox;
          const curl = `curl ${base}/auth/me \\\n  -H "Authorization: Bearer YOUR_KEY"`;
          return (
            <div className="with-side">
              <div className="stack">
                <Card title="1. Make a key" actions={<Go page="developers/keys">Keys</Go>}>
                  <p className="across">
                    <KeyRound size={16} aria-hidden="true" />A key belongs to one environment, and may do what its
                    scopes say. It is shown once.
                  </p>
                </Card>
                <Card title="2. Ask who you are" actions={<CopyButton text={curl} label="Copy the command" />}>
                  <pre className="code-block" tabIndex={0} aria-label="Command">
                    {curl}
                  </pre>
                </Card>
                <Card title="3. Hear of decisions" actions={<Go page="developers/webhooks">Webhooks</Go>}>
                  <p className="across">
                    <Webhook size={16} aria-hidden="true" />
                    Results come to your endpoint, signed. <Go page="developers/signatures">
                      Check the signature
                    </Go>{' '}
                    before you believe one.
                  </p>
                </Card>
              </div>
              <div className="stack">
                <Card title="Where">
                  <Facts
                    of={[
                      ['Production', <Copied key="p" text={production} />],
                      ['Sandbox', <Copied key="s" text={sandbox} />],
                    ]}
                  />
                </Card>
                <Card title="Reference">
                  <a className="across" href="/docs">
                    <BookOpen size={16} aria-hidden="true" />
                    Every call with examples
                  </a>
                </Card>
                <CallbackSecret />
              </div>
            </div>
          );
        }}
      </Shown>
    </Page>
  );
}

/** What signs events that go to the callbackUrl of one record rather than to an endpoint. */
function CallbackSecret() {
  const environment = useEnvironment();
  const may = useMay();
  const reveal = useAct(async () => api.post<{ secret: string }>(at(environment, 'callback-secret')));
  if (!may('secrets.reveal')) return null;
  return (
    <Card title="Secret of callback addresses" note="Signs what goes to the callbackUrl of one record">
      <div className="stack">
        {reveal.data ? (
          <Secret text={reveal.data.secret} label="Callback secret" />
        ) : (
          <div className="across">
            <Button pending={reveal.isPending} onPress={() => reveal.mutate(undefined)}>
              Show
            </Button>
            <span className="small quiet">That you looked stands in the audit log.</span>
          </div>
        )}
        <Refusal error={reveal.error} />
      </div>
    </Card>
  );
}
