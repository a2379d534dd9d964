import { useState } from 'react';
import { Card, Page } from '../../ui/page.tsx';
import { CopyButton, Facts } from '../../ui/small.tsx';
import { Note } from '../../ui/states.tsx';
import go from './snippets/go.txt';
import java from './snippets/java.txt';
import node from './snippets/node.txt';
import php from './snippets/php.txt';
import python from './snippets/python.txt';
import { DeveloperTabs } from './tabs.tsx';

const SNIPPETS = [
  { label: 'Node.js', text: node },
  { label: 'Python', text: python },
  { label: 'Go', text: go },
  { label: 'Java', text: java },
  { label: 'PHP', text: php },
] as const;

/** How a receiver tells that an event comes from here, in five languages. */
export function SignaturesPage() {
  const [at, setAt] = useState(0);
  const snippet = SNIPPETS[at] ?? SNIPPETS[0];
  return (
    <Page
      title="Signatures"
      lead="Check the signature of every delivery before you believe what it says."
      tabs={<DeveloperTabs />}
    >
      <div className="with-side">
        <Card
          title="Check a signature"
          actions={
            <>
              <div className="segments" role="group" aria-label="Language">
                {SNIPPETS.map(({ label }, index) => (
                  <button
                    key={label}
                    type="button"
                    aria-pressed={index === at}
                    {...(index === at ? { 'data-selected': true } : {})}
                    onClick={() => setAt(index)}
                  >
                    {label}
                  </button>
                ))}
              </div>
              <CopyButton text={snippet.text} label="Copy the code" />
            </>
          }
        >
          <pre className="code-block" tabIndex={0} aria-label={`Code in ${snippet.label}`}>
            {snippet.text}
          </pre>
        </Card>
        <div className="stack">
          <Card title="How it is made">
            <Facts
              of={[
                ['Header', <code key="h">X-Service-Signature</code>],
                ['Form', <code key="f">sha256=HEX</code>],
                ['Method', 'HMAC-SHA-256 over the body, byte for byte'],
                ['Key', 'the secret of the endpoint, as it is written'],
              ]}
            />
          </Card>
          <Note>
            Each delivery also carries the headers of Standard Webhooks (<code>webhook-id</code>,{' '}
            <code>webhook-timestamp</code>, <code>webhook-signature</code>), so that a ready-made library checks it, its
            age too.
          </Note>
          <Note>
            Answer 200 within five seconds, and do the work after. The same delivery may come twice: its identifier
            tells.
          </Note>
        </div>
      </div>
    </Page>
  );
}
