import { FlaskConical, Play } from 'lucide-react';
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { DASHBOARD_HEADER } from '../../../contract/dashboard/operation.ts';
import { at, withQuery } from '../../lib/api.ts';
import { Shown, useAct } from '../../lib/data.tsx';
import { pathOf, useEnvironment } from '../../lib/where.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, SelectField } from '../../ui/fields.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Badge, CopyButton } from '../../ui/small.tsx';
import { Empty, Refusal } from '../../ui/states.tsx';
import { type ApiCall, type Reference, useReference } from './reference.ts';
import { DeveloperTabs } from './tabs.tsx';

/** Every call of the public API, to be tried in the sandbox. */
export function ConsolePage() {
  const environment = useEnvironment();
  const reference = useReference();
  return (
    <Page
      title="Console"
      lead="Try any call in the sandbox, signed in as you are: no key is needed."
      tabs={<DeveloperTabs />}
      wide
    >
      {environment === 'live' ? (
        <Card>
          <Empty
            icon={FlaskConical}
            title="The console works in the sandbox"
            actions={
              <Link to={pathOf('test', 'developers/console')} className="button primary">
                Switch to the sandbox
              </Link>
            }
          >
            What is tried in production would cost credits and tell your systems. The sandbox answers the same,
            simulated.
          </Empty>
        </Card>
      ) : (
        <Shown of={reference}>{(data) => <Console reference={data} />}</Shown>
      )}
    </Page>
  );
}

interface Answer {
  status: number;
  ms: number;
  text: string;
}

function Console({ reference }: { reference: Reference }) {
  const [id, setId] = useState('createScreening');
  const call = reference.calls.find((one) => one.id === id) ?? reference.calls[0];
  if (!call) return null;
  return (
    <div className="stack">
      <SelectField
        label="Call"
        value={call.id}
        onChange={setId}
        choices={reference.calls.map((one) => ({ value: one.id, label: `${one.method} ${one.path}: ${one.summary}` }))}
      />
      <CallForm key={call.id} call={call} />
    </div>
  );
}

function CallForm({ call }: { call: ApiCall }) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [body, setBody] = useState(call.body === null ? '' : JSON.stringify(call.body, null, 2));
  const valueOf = (name: string): string => values[name]?.trim() ?? '';
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(valueOf(name)));
  const query = Object.fromEntries(
    call.parameters.filter(({ place }) => place === 'query').map(({ name }) => [name, valueOf(name)]),
  );
  const missing = call.parameters.some(({ place, name }) => place === 'path' && valueOf(name) === '');
  const send = useAct(async (): Promise<Answer> => {
    if (call.body !== null && body.trim() !== '') JSON.parse(body);
    const started = performance.now();
    const response = await fetch(withQuery(at('test', `v3${path}`), query), {
      method: call.method,
      headers: { [DASHBOARD_HEADER]: '1', ...(call.body === null ? {} : { 'content-type': 'application/json' }) },
      credentials: 'same-origin',
      ...(call.body === null || body.trim() === '' ? {} : { body }),
    });
    const text = await response.text();
    return { status: response.status, ms: Math.round(performance.now() - started), text: pretty(text) };
  });
  return (
    <div className="columns-2">
      <Card title={`${call.method} ${call.path}`} note={call.summary}>
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            send.mutate(undefined);
          }}
        >
          {call.parameters.map(({ name, place, required, description }) => (
            <Field
              key={`${place} ${name}`}
              label={place === 'path' ? name : `${name} (may be left out)`}
              value={values[name] ?? ''}
              onChange={(value) => setValues({ ...values, [name]: value })}
              required={required}
              hint={description}
            />
          ))}
          {call.body === null ? null : <Field label="Body (JSON)" rows={12} value={body} onChange={setBody} />}
          <Refusal
            error={
              send.error instanceof SyntaxError ? new Error(`The body is no JSON: ${send.error.message}.`) : send.error
            }
          />
          <div className="across">
            <Button kind="primary" icon={Play} type="submit" pending={send.isPending} disabled={missing}>
              Send
            </Button>
          </div>
        </form>
      </Card>
      <Card
        title="Answer"
        actions={
          send.data ? (
            <>
              <Badge tone={send.data.status < 300 ? 'good' : send.data.status < 500 ? 'warn' : 'bad'}>
                {send.data.status}
              </Badge>
              <span className="quiet small numbers">{send.data.ms} ms</span>
              <CopyButton text={send.data.text} label="Copy the answer" />
            </>
          ) : null
        }
      >
        {send.data ? (
          <pre className="code-block" tabIndex={0} aria-label="Answer">
            {send.data.text}
          </pre>
        ) : (
          <p className="quiet">The answer stands here.</p>
        )}
      </Card>
    </div>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text.slice(0, 20_000);
  }
}
