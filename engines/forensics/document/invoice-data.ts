import { type Detector, type Evidence, type Finding, nothing } from '../types.ts';
import { centsOf } from './balances.ts';
import { cellsOf, type Meanings } from './columns.ts';
import type { OpenedDocument } from './open.ts';
import { isDictionary, Stream, type Value } from './pdf/values.ts';

/** The total that is to be paid, or the account that it goes to, is another one on the page than in the data. */
const CONTRADICTED = 1.2;
/** Another amount: pages honestly leave some of them out. */
const LINE_MISSING = 0.35;
const MOST_FILES = 20;
const MOST_NODES = 2000;
const MOST_TEXT = 4_000_000;
/** Of the other amounts in the data so many must be on the pages, and of them at least so many, for one to be missed. */
const MOST_SHOWN = 0.75;
const FEWEST_SHOWN = 3;

/** Amounts that an invoice shows, by their elements in the syntaxes of EN 16931 (UN/CEFACT CII D16B, OASIS UBL 2.1). */
const TOTALS =
  /<(?:\w+:)?(?:GrandTotalAmount|TaxInclusiveAmount|DuePayableAmount|PayableAmount)\b[^>]{0,400}>\s*(-?\d+(?:\.\d+)?)\s*</g;
const LINES =
  /<(?:\w+:)?(?:LineTotalAmount|LineExtensionAmount|TaxBasisTotalAmount|TaxExclusiveAmount|TaxTotalAmount)\b[^>]{0,400}>\s*(-?\d+(?:\.\d+)?)\s*</g;
const ACCOUNT =
  /<(?:\w+:)?(?:IBANID|PayeeFinancialAccount>\s*<(?:\w+:)?ID)\b[^>]{0,400}>\s*([A-Z]{2}\d{2}[A-Z0-9 ]{10,40})\s*</g;
const IS_INVOICE = /<(?:\w+:)?(?:CrossIndustryInvoice|CrossIndustryDocument|Invoice|CreditNote)\b/;
/** An amount with cents; bounded, since a page may be one line of digits. */
const AMOUNT = /\d[\d.,'\u00a0\u202f ]{0,24}[.,]\d{2}(?!\d)/g;
/** Within a line of text, where blanks may stand anywhere. */
const IBAN = /(?<![A-Z0-9])[A-Z]{2}\d{2}(?:\s?[A-Z0-9]){11,30}/g;

/** The invoice as data that a file carries (ZUGFeRD, Factur-X) against what its pages show. */
export const invoiceDataDetector: Detector<OpenedDocument> = {
  name: 'pdf-invoice-data',
  version: '1',
  family: 'CONTENT',
  applicable: (document) =>
    invoiceOf(document) === null
      ? { applies: false, reason: 'The document carries no invoice as data.' }
      : { applies: true },
  examine(document): Finding {
    const invoice = invoiceOf(document) ?? '';
    const meanings: Meanings = new Map();
    const cells = document.pages.flatMap((page) => cellsOf(document, page, meanings));
    const text = cells.map((cell) => cell.text).join('\n');
    const shown = new Set([...text.matchAll(AMOUNT)].map(([amount]) => Math.abs(centsOf(amount))));
    const isShown = (value: number): boolean => shown.has(value);
    const totals = valuesOf(invoice, TOTALS);
    const lines = valuesOf(invoice, LINES).filter((value) => !totals.includes(value));
    const evidence: Evidence[] = [];
    let ratio = 0;
    const seen = [...totals, ...lines].filter(isShown).length;
    const known = new Set([...totals, ...lines]).size;
    const enough = seen >= FEWEST_SHOWN && seen >= MOST_SHOWN * (known - 1) - 1;
    if (enough && totals.length > 0 && !totals.some(isShown)) {
      ratio = CONTRADICTED;
      evidence.push({
        code: 'TOTAL_CONTRADICTS_DATA',
        detail: 'The total in the invoice that the file carries as data stands on none of its pages.',
      });
    }
    const missing = lines.filter((value) => !isShown(value));
    if (enough && missing.length > 0 && missing.length <= 2 && seen >= MOST_SHOWN * known) {
      ratio = Math.max(ratio, LINE_MISSING);
      evidence.push({
        code: 'AMOUNT_CONTRADICTS_DATA',
        detail: `${missing.length} of ${known} amounts in the invoice that the file carries as data stand on none of its pages, while the others do.`,
      });
    }
    const accounts = new Set([...invoice.matchAll(ACCOUNT)].map(([, account]) => compact(account ?? '')));
    const printed = new Set([...text.matchAll(IBAN)].map(([account]) => compact(account)).filter(isAccount));
    const agrees = [...accounts].some((account) => compact(text).includes(account));
    if (accounts.size > 0 && printed.size > 0 && !agrees) {
      ratio = CONTRADICTED;
      evidence.push({
        code: 'ACCOUNT_CONTRADICTS_DATA',
        detail: 'The account in the invoice that the file carries as data is not the one on its pages.',
      });
    }
    if (ratio === 0) {
      const agreed = known > 0 && seen === known;
      return nothing(1, [
        agreed
          ? { code: 'DATA_AGREE', detail: 'The pages show the amounts of the invoice that the file carries as data.' }
          : { code: 'DATA_NOT_COMPARED', detail: 'Too few amounts of the invoice carried as data stand on the pages.' },
      ]);
    }
    return { logLikelihoodRatio: ratio, quality: 1, evidence, manipulation: 'DOCUMENT_EDIT' };
  },
};

const compact = (text: string): string => text.replaceAll(/\s/g, '');

/** Check digits of an account number (ISO 13616: remainder 1 of 97). */
export function isAccount(text: string): boolean {
  const moved = text.slice(4) + text.slice(0, 4);
  let rest = 0;
  for (const sign of moved) {
    const value = Number.parseInt(sign, 36);
    if (Number.isNaN(value)) return false;
    rest = (value > 9 ? rest * 100 + value : rest * 10 + value) % 97;
  }
  return rest === 1;
}

const valuesOf = (invoice: string, pattern: RegExp): number[] =>
  [...new Set([...invoice.matchAll(pattern)].map(([, value]) => Math.abs(Math.round(Number(value) * 100))))].filter(
    (value) => value > 0,
  );

/** The XML of the invoice among the embedded files (ISO 32000-2, 7.11.4): in the tree of names, or associated. */
function invoiceOf({ view }: OpenedDocument): string | null {
  const root = view.dictionary(view.trailer.get('Root'));
  const files: Value[] = [...view.array(root?.get('AF'))];
  let nodes = 0;
  const visit = (value: Value | undefined, depth: number): void => {
    const node = view.dictionary(value);
    if (!node || depth > 20 || ++nodes > MOST_NODES) return;
    view.array(node.get('Names')).forEach((one, index) => index % 2 === 1 && files.push(one));
    for (const kid of view.array(node.get('Kids'))) visit(kid, depth + 1);
  };
  visit(view.dictionary(root?.get('Names'))?.get('EmbeddedFiles'), 0);
  for (const file of files.slice(0, MOST_FILES)) {
    const specification = view.resolve(file);
    const embedded = isDictionary(specification) ? view.dictionary(specification.get('EF')) : null;
    const stream = view.resolve(embedded?.get('F') ?? embedded?.get('UF'));
    const bytes = stream instanceof Stream ? view.decoded(stream)?.bytes : undefined;
    if (!bytes || bytes.length > MOST_TEXT) continue;
    const text = Buffer.from(bytes).toString('utf8');
    if (IS_INVOICE.test(text.slice(0, 20_000))) return text;
  }
  return null;
}
