import { Shown } from '../../lib/data.tsx';
import { Go } from '../../lib/where.tsx';
import { Card } from '../../ui/page.tsx';
import { SettingsFrame } from './frame.tsx';
import { group, useSettings } from './organization.tsx';
import { SettingsCard } from './settings-card.tsx';

/** What is kept of people, and for how long. */
export function PrivacyPage() {
  const settings = useSettings();
  return (
    <SettingsFrame title="Personal data" lead="What is kept of the people you verify, for how long, and how it goes.">
      <Shown of={settings}>
        {(data) => (
          <div className="columns-2">
            <SettingsCard
              title="Faces and documents"
              note="Templates are encrypted, and go with the applicant"
              of={group(data, 'verifications.duplicateFaces', 'verifications.templateDays')}
            />
            <Card title="How long things stay" flush>
              <ul className="lines">
                {KEPT.map(([what, how]) => (
                  <li key={what}>
                    <span className="grow">
                      {what}
                      <span className="small quiet block">{how}</span>
                    </span>
                  </li>
                ))}
              </ul>
            </Card>
            <Card title="To erase a person">
              <p>
                Open the <Go page="applicants">applicant</Go> and choose Erase: the page names what goes and what the
                law makes stay, and gives a receipt.
              </p>
            </Card>
            <Card title="Consent">
              <p>
                The applicant agrees before the first picture is taken, in their own language. The words are shown on
                the first screen of the capture page and come with the service in six languages; when each person agreed
                is in the record of the verification.
              </p>
            </Card>
          </div>
        )}
      </Shown>
    </SettingsFrame>
  );
}

const KEPT: readonly (readonly [string, string])[] = [
  ['Pictures of documents and faces', 'encrypted, until the applicant is erased'],
  ['Media of deepfake jobs', 'erased after 30 days, or at once when you delete the job'],
  ['Face templates and traces of documents', 'as many days as set beside, or until the applicant is erased'],
  ['The log of API calls', '30 days, without bodies'],
  ['The audit log', 'as long as the service runs: who looked, who decided; no names of applicants'],
];
