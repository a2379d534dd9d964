import { createHash } from 'node:crypto';
import type { ConsentLanguage } from '../../../contract/dashboard/privacy.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { CallContext } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { ApiError, invalid, notFound } from '../../../platform/http/errors.ts';
import { lockOrganization } from '../store.ts';
import * as store from './store.ts';

/** A text in force, with the digest that stands for it. */
export interface ConsentText {
  version: number;
  text: string;
  /** SHA-256 of the text in UTF-8, in hex. */
  hash: string;
}

/** A text as it is kept: one form of line ends and of composed letters, nothing around it. */
const tidy = (text: string): string => text.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim();

/** What an organisation asks people to agree to, by language; what is not here is asked in the service's own words. */
export async function consentTexts(
  db: Queryable,
  organizationId: string,
): Promise<Partial<Record<ConsentLanguage, ConsentText>>> {
  const rows = await store.newestConsentTexts(db, organizationId);
  return Object.fromEntries(
    rows.flatMap(({ language, version, text, hash }) =>
      text === null || hash === null ? [] : [[language, { version, text, hash }]],
    ),
  );
}

/**
 * Puts a text in force, as a new version with its author.
 * @param change `text` null: the service's own words; `after`: the version that the author saw, 0 for none
 * @throws ApiError NOT_FOUND; CONFLICT where somebody else was first; VALIDATION_ERROR for a text that says nothing
 */
export async function setConsentText(
  transaction: Transaction,
  context: CallContext,
  { language, text, after }: { language: ConsentLanguage; text: string | null; after: number },
): Promise<store.ConsentTextRow> {
  const { organizationId, now, actor } = context;
  if (!(await lockOrganization(transaction, organizationId))) throw notFound('organisation');
  const before = await store.newestVersion(transaction, organizationId, language);
  if ((before?.version ?? 0) !== after) {
    throw new ApiError(
      'CONFLICT',
      'Somebody changed this text meanwhile. Read it again, then decide what it should be.',
      {
        version: before?.version ?? 0,
      },
    );
  }
  const kept = text === null ? null : tidy(text);
  if (kept !== null && !/\p{L}/u.test(kept)) {
    throw invalid('/text', 'INVALID_VALUE', 'must say something; null puts the words of the service in force');
  }
  if ((before?.text ?? null) === kept) throw invalid('/text', 'INVALID_VALUE', 'is what is in force already');
  const row: store.ConsentTextRow = {
    language,
    version: after + 1,
    text: kept,
    hash: kept === null ? null : createHash('sha256').update(kept).digest('hex'),
    author: actor.id,
    createdAt: now,
  };
  await store.insertConsentText(transaction, organizationId, row);
  audit(transaction, context, {
    action: 'consent_text.set',
    resourceId: organizationId,
    details: { language, version: row.version, hash: row.hash },
  });
  return row;
}
