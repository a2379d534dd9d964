import { useState } from 'react';
import type { ConsentLanguage, ConsentVersion } from '../../../contract/dashboard/privacy.ts';
import { api, own } from '../../lib/api.ts';
import { Shown, useAct, useRead } from '../../lib/data.tsx';
import { useMay } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Field, SelectField } from '../../ui/fields.tsx';
import { notify } from '../../ui/notices.tsx';
import { Confirm, Dialog } from '../../ui/overlays.tsx';
import { Card } from '../../ui/page.tsx';
import { Badge, Copied, Time } from '../../ui/small.tsx';
import { Refusal } from '../../ui/states.tsx';

const LANGUAGES: readonly { value: ConsentLanguage; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'German' },
  { value: 'fr', label: 'French' },
  { value: 'es', label: 'Spanish' },
  { value: 'pt', label: 'Portuguese' },
  { value: 'ar', label: 'Arabic' },
];
const MOST = 5_000;

/** What applicants are asked to agree to, in the organisation's own words, language by language. */
export function ConsentCard() {
  const texts = useRead<{ versions: ConsentVersion[] }>('consent-texts', {}, { place: 'own' });
  const [language, setLanguage] = useState<ConsentLanguage>('en');
  return (
    <Card title="Consent" note="Asked before the first picture is taken, in the language of the page">
      <Shown of={texts}>
        {({ versions }) => {
          const ownOnes = LANGUAGES.filter(({ value }) => inForce(versions, value)?.text != null);
          return (
            <div className="stack">
              <SelectField
                label="Language"
                value={language}
                choices={LANGUAGES}
                onChange={setLanguage}
                hint={
                  ownOnes.length === 0
                    ? 'No language has a text of yours: people are asked in the words that come with the service.'
                    : `Your own words: ${ownOnes.map(({ label }) => label).join(', ')}. Elsewhere those of the service.`
                }
              />
              <Text
                key={`${language} ${inForce(versions, language)?.version ?? 0}`}
                language={language}
                versions={versions.filter((one) => one.language === language)}
              />
            </div>
          );
        }}
      </Shown>
    </Card>
  );
}

const inForce = (versions: readonly ConsentVersion[], language: ConsentLanguage): ConsentVersion | undefined =>
  versions.find((one) => one.language === language && one.inForce);

function Text({ language, versions }: { language: ConsentLanguage; versions: readonly ConsentVersion[] }) {
  const may = useMay();
  const current = versions.find((one) => one.inForce);
  const [text, setText] = useState(current?.text ?? '');
  const [leaving, setLeaving] = useState(false);
  const [shown, setShown] = useState<ConsentVersion | null>(null);
  const put = useAct(
    async (next: string | null) =>
      api.post<ConsentVersion>(own('consent-texts'), { language, text: next, after: current?.version ?? 0 }),
    {
      changes: ['consent-texts'],
      done: (made) =>
        notify(
          made.text === null ? 'The words of the service are asked again.' : `Version ${made.version} is in force.`,
        ),
    },
  );
  const allowed = may('settings.write');
  return (
    <>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          put.mutate(text);
        }}
      >
        <Field
          label="What people agree to"
          rows={9}
          value={text}
          onChange={setText}
          maxLength={MOST}
          disabled={!allowed}
          hint={`Plain text, at most ${MOST.toLocaleString('en')} signs; a blank line begins a paragraph. It stands in the place of what it is for and how long it is kept; what is taken, the notice about faces and that one may stop stay beside it.`}
        />
        <Refusal error={put.error} />
        {allowed ? (
          <div className="across">
            <Button
              type="submit"
              pending={put.isPending}
              disabled={text.trim() === '' || text.trim() === (current?.text ?? '')}
            >
              {`Put version ${(current?.version ?? 0) + 1} in force`}
            </Button>
            {current?.text != null ? (
              <Button kind="quiet" onPress={() => setLeaving(true)}>
                Use the words of the service …
              </Button>
            ) : null}
          </div>
        ) : (
          <p className="small quiet">An owner or admin can change this.</p>
        )}
      </form>
      {versions.length > 0 ? (
        <ul className="lines" aria-label="Versions">
          {versions.map((one) => (
            <li key={one.version}>
              <span className="grow">
                <span className="across">
                  <span className="strong">Version {one.version}</span>
                  {one.inForce ? <Badge tone="good">in force</Badge> : null}
                </span>
                <span className="small quiet block">
                  {one.text === null ? 'the words of the service · ' : ''}
                  {one.author?.name ?? 'somebody'} · <Time at={one.createdAt} />
                </span>
              </span>
              {one.text === null ? null : (
                <Button small kind="quiet" onPress={() => setShown(one)}>
                  {`Show version ${one.version}`}
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      <Confirm
        title="Ask in the words of the service?"
        open={leaving}
        onClose={() => setLeaving(false)}
        action="Use the words of the service"
        kind="primary"
        onConfirm={() => put.mutate(null)}
        pending={put.isPending}
        error={put.error}
      >
        <p>
          From now on people are asked in the words that come with it. Your text stays in the list of versions, and what
          people agreed to before stays what it was.
        </p>
      </Confirm>
      {shown ? (
        <Dialog
          title={`Version ${shown.version}`}
          open
          wide
          onClose={() => setShown(null)}
          footer={<Button onPress={() => setShown(null)}>Close</Button>}
        >
          <p className="as-written" dir="auto">
            {shown.text}
          </p>
          <p className="small quiet">
            SHA-256, kept with each consent: <Copied text={shown.hash ?? ''} />
          </p>
        </Dialog>
      ) : null}
    </>
  );
}
