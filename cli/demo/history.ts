import type { Tenant } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/sql.ts';
import { drawCard, drawSelfie } from './drawn.ts';
import type { Sandbox } from './sandbox.ts';
import { moveBack } from './store.ts';

/**
 * A month of work of an organisation: people who do not exist, on days gone by, so that pages have something to draw.
 * The same each time it is made.
 */

const FIRST =
  'Aino Bela Chidi Darya Emre Freja Goran Hana Iker Jonas Kofi Lucía Mei Nadia Omar Priya Quentin Rasa Soren Tove Ulla Vera Wim Xenia Yara Zoran'.split(
    ' ',
  );
const LAST =
  'Aalto Baptista Costa Dimitrov Eriksen Fontaine Grabowski Haugen Ito Jansen Kovács Lindqvist Moreau Nowak Osei Petrov Quist Rossi Saleh Takács Ueda Virtanen Weiss Yilmaz Zhou'.split(
    ' ',
  );
const COUNTRIES = ['FI', 'PT', 'ES', 'BG', 'NO', 'FR', 'PL', 'SE', 'JP', 'NL', 'HU', 'DE', 'GH', 'IT'];
/** Names of the sandbox's scenarios, and how many people of a month have them. */
const SCENARIOS: readonly (readonly [string, number])[] = [
  ['Rejected', 5],
  ['Review', 6],
  ['Sanctioned', 3],
  ['Politician', 3],
  ['Newsworthy', 2],
];
const WALLETS = ['9001', '9001', '9005', '9012', '9006', '9001', '9011', '9003'];
export const DAYS = 29;
export const PEOPLE_OF_A_MONTH = 44;

export interface HistoryOf {
  sandbox: Sandbox;
  db: Queryable;
  tenant: Tenant;
  tell: (what: string) => void;
}

interface Begun {
  verificationId: string;
  days: number;
}

/** What was made, by kind; the verifications are still to be settled. */
export async function makeHistory({
  sandbox,
  tell,
}: HistoryOf): Promise<{ begun: Begun[]; screenings: number; walletChecks: number }> {
  const begun: Begun[] = [];
  let [screenings, walletChecks] = [0, 0];
  const scenarios = SCENARIOS.flatMap(([name, count]) => Array.from({ length: count }, () => name));
  for (let index = 0; index < PEOPLE_OF_A_MONTH; index += 1) {
    tell(`a month of work, ${index + 1} of ${PEOPLE_OF_A_MONTH}`);
    // More on some days than on others; a step that shares no factor with the month visits each.
    const days = (index * 11 + (index % 3)) % DAYS;
    // Every other one is of a scenario, until none is left.
    const scenario = index % 2 === 1 ? scenarios[(index - 1) / 2] : undefined;
    const person = {
      firstName: FIRST[(index * 7) % FIRST.length] ?? 'Aino',
      lastName: scenario ?? LAST[(index * 3) % LAST.length] ?? 'Aalto',
      dateOfBirth: `${1955 + ((index * 13) % 48)}-${String((index % 12) + 1).padStart(2, '0')}-${String(((index * 5) % 28) + 1).padStart(2, '0')}`,
      country: COUNTRIES[index % COUNTRIES.length] ?? 'SE',
    };
    sandbox.daysAgo(days);
    const { applicantId } = await sandbox.post('/applicants', { ...person, metadata: { example: 'true' } });
    const { screeningId } = await sandbox.post('/aml/screenings', { applicantId, profile: 'ENHANCED' });
    if (screeningId) screenings += 1;
    if (index % 3 === 0) {
      const address = `0x${'0'.repeat(36)}${WALLETS[(index / 3) % WALLETS.length] ?? '9001'}`;
      await sandbox.post('/kyt/checks', { address, blockchain: 'ETH', applicantId });
      walletChecks += 1;
    }
    sandbox.daysAgo(0);
    const holder = index < 12 || scenario === 'Review' ? { ...person, seed: index } : null;
    if (holder) await picturesOf(holder);
    const verification = await sandbox.post('/verifications', {
      applicantId,
      profileType: index % 4 === 0 ? 'ENHANCED' : 'STANDARD',
    });
    const verificationId = String(verification['verificationId']);
    begun.push({ verificationId, days });
    if (holder) await addPictures(sandbox, verificationId, holder);
  }
  return { begun, screenings, walletChecks };
}

/** Once all have their results: they had them on their days. */
export async function settleHistory({ db, tenant }: HistoryOf, begun: readonly Begun[]): Promise<void> {
  for (const { verificationId, days } of begun) {
    if (days > 0) await moveBack(db, tenant, verificationId, days);
  }
}

export interface Holder {
  firstName: string;
  lastName: string;
  dateOfBirth: string;
  seed: number;
}

const drawn = new Map<number, Promise<readonly [card: Buffer, selfie: Buffer]>>();

/** Drawn once; before the verification begins, for the sandbox does not wait long for pictures. */
function picturesOf(holder: Holder): Promise<readonly [card: Buffer, selfie: Buffer]> {
  const known = drawn.get(holder.seed);
  if (known) return known;
  const made = Promise.all([drawCard(holder), drawSelfie(holder)]);
  drawn.set(holder.seed, made);
  return made;
}

/** A drawn card and selfie; the sandbox may have given its result before they are there, and then takes none. */
export async function addPictures(sandbox: Sandbox, verificationId: string, holder: Holder): Promise<void> {
  const [card, selfie] = await picturesOf(holder);
  for (const [kind, bytes] of [
    ['DOCUMENT_FRONT', card],
    ['SELFIE', selfie],
  ] as const) {
    try {
      const body = { kind, fileName: `${kind.toLowerCase()}.png`, content: bytes.toString('base64') };
      await sandbox.post(`/verifications/${verificationId}/files`, body);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes('INVALID_STATE')) throw error;
      return;
    }
  }
}
