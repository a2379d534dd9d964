import { Shown } from '../../lib/data.tsx';
import { Go } from '../../lib/where.tsx';
import { Card } from '../../ui/page.tsx';
import { ConsentCard } from './consent.tsx';
import { SettingsFrame } from './frame.tsx';
import { group, useSettings } from './organization.tsx';
import { RetentionCard } from './retention.tsx';
import { SettingsCard } from './settings-card.tsx';

/** What is kept of people, for how long, and what they are asked to agree to. */
export function PrivacyPage() {
  const settings = useSettings();
  return (
    <SettingsFrame title="Personal data" lead="What is kept of the people you verify, for how long, and how it goes.">
      <Shown of={settings}>
        {(data) => (
          <div className="columns-2">
            <div className="stack">
              <RetentionCard of={group(data, 'retention')} />
              <SettingsCard
                title="Faces and documents"
                note="Templates are encrypted, and go with the applicant"
                of={group(data, 'verifications.duplicateFaces', 'verifications.templateDays')}
              />
            </div>
            <div className="stack">
              <ConsentCard />
              <Card title="What stays" flush>
                <ul className="lines">
                  {STAYS.map(([what, how]) => (
                    <li key={what}>
                      <span className="grow">
                        {what}
                        <span className="small quiet block">{how}</span>
                      </span>
                    </li>
                  ))}
                </ul>
              </Card>
              <Card title="To erase a person now">
                <p>
                  Open the <Go page="applicants">applicant</Go> and choose Erase: the page names what goes and what the
                  law makes stay, and gives a receipt.
                </p>
              </Card>
            </div>
          </div>
        )}
      </Shown>
    </SettingsFrame>
  );
}

const STAYS: readonly (readonly [string, string])[] = [
  [
    'Whatever waits for a person',
    'open reviews and matches, applicants who are watched or blocked: no period erases them',
  ],
  ['What was decided about people who are gone', 'outcomes, levels, versions of lists, times; no names'],
  ['The ledger of credits', 'as long as the service runs'],
  ['The audit log', 'as long as the service runs: who looked, who decided; no names of applicants'],
];
