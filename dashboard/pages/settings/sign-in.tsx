import { Shown } from '../../lib/data.tsx';
import { Go } from '../../lib/where.tsx';
import { Card } from '../../ui/page.tsx';
import { Badge, Facts } from '../../ui/small.tsx';
import { Empty } from '../../ui/states.tsx';
import { SettingsFrame } from './frame.tsx';
import { group, useSettings } from './organization.tsx';
import { SettingsCard } from './settings-card.tsx';

/** How people get in. */
export function SignInSettingsPage() {
  const settings = useSettings();
  return (
    <SettingsFrame title="Sign-in" lead="How the people of this organisation get in, and when their sessions end.">
      <Shown of={settings}>
        {(data) => (
          <div className="columns-2">
            <SettingsCard
              title="Sessions"
              note="Your own password, second factor and passkeys are under your account"
              of={group(data, 'team')}
            />
            <div className="stack">
              <Card title="Single sign-on">
                {data.singleSignOn ? (
                  <div className="stack tight">
                    <p>
                      <Badge tone="good">on</Badge> People sign in with {data.singleSignOn.name}.
                    </p>
                    <Facts
                      of={[
                        ['Provider', data.singleSignOn.providerId],
                        ['Issuer', data.singleSignOn.issuer],
                      ]}
                    />
                  </div>
                ) : (
                  <Empty title="Not set up">
                    Whoever runs the service connects an OpenID Connect provider with the <code>OIDC_*</code> variables;
                    the documentation tells how.
                  </Empty>
                )}
              </Card>
              <Card title="You">
                <p>
                  Password, second factor, passkeys and where you are signed in: <Go page="account">your account</Go>.
                </p>
              </Card>
            </div>
          </div>
        )}
      </Shown>
    </SettingsFrame>
  );
}
