import type { EntityBuilder } from './entity.ts';
import { OFAC_LABELS, ofacIdentifierType, vesselRegistration } from './ofac-identifiers.ts';

const labels = OFAC_LABELS.map((label) => label.replaceAll(/[^\w\s]/g, String.raw`\$&`)).join('|');
const LABEL = new RegExp(
  String.raw`^(${labels})(?=[\s:.#]|$)\s*(?:(?:No\.?|#|ID(?: No\.?)?|Number|Card)(?=\s|:|$))?[:\s]*(\S.*)$`,
  'i',
);
const UNKNOWN_LABEL = /^([A-Z][^:;]{1,60}?)\s+(?:No\.|Number|#)\s*:?\s*(\S*\d\S*.*)$/;

/** Value, issuing country and nothing else out of `A123 (Iran) issued 2001 expires 2006`. */
function splitIdentifier(text: string): { value: string; country?: string } {
  const bare = text.replace(/[,;]?\s+(?:issued|expires|expired|issue date|valid)\b.*$/i, '').trim();
  const match = /^(.*?)\s*\(([^()\d]*)\)$/.exec(bare);
  return match && match[1] !== '' ? { value: match[1] ?? '', country: match[2] ?? '' } : { value: bare };
}

function readIdentifier(builder: EntityBuilder, text: string): boolean {
  const known = LABEL.exec(text);
  const match = known ?? UNKNOWN_LABEL.exec(text);
  if (!match) return false;
  const label = (match[1] ?? '').trim();
  const type = ofacIdentifierType(label);
  const { value, country } = splitIdentifier(match[2] ?? '');
  if (type === 'IMO') builder.identifier({ ...vesselRegistration(value), label });
  else builder.identifier({ type, value, country, ...(type === 'WEBSITE' || type === 'EMAIL' ? {} : { label }) });
  return true;
}

type Reader = (builder: EntityBuilder, value: string) => void;

/** What a remark begins with, and what is made of the rest. `alt.` in front has been taken off. */
const REMARKS: [RegExp, Reader][] = [
  [/^DOB\s+(.*)$/i, (builder, value) => builder.birthDate(value)],
  [/^POB\s+(.*)$/i, (builder, value) => builder.birthPlace(value)],
  [/^Nationality of Registration\s+(.*)$/i, (builder, value) => builder.country(value)],
  [/^(?:nationality|citizen)(?: of)?\s+(.*)$/i, (builder, value) => builder.nationality(value.split(';')[0])],
  [/^Gender:?\s+(.*)$/i, (builder, value) => builder.gender(value)],
  [/^a\.k\.a\.,?\s+'(.*)'$/i, (builder, value) => builder.name(value, 'WEAK_ALIAS')],
  [/^f\.k\.a\.,?\s+'(.*)'$/i, (builder, value) => builder.name(value, 'FORMER')],
  [/^n\.k\.a\.,?\s+'(.*)'$/i, (builder, value) => builder.name(value, 'ALIAS')],
  [/^a\.k\.a\.,?\s+(.*)$/i, (builder, value) => builder.name(value, 'ALIAS')],
  [/^f\.k\.a\.,?\s+(.*)$/i, (builder, value) => builder.name(value, 'FORMER')],
  [/^Linked To:\s*(.*)$/i, (builder, value) => builder.link('LINKED_TO', value)],
  [/^Aircraft Operator\s+(.*)$/i, (builder, value) => builder.link('OPERATOR', value)],
  [
    /^Digital Currency Address\s*-?\s*(\S+\s+\S+)/i,
    (builder, value) => {
      const [currency = '', address = ''] = value.split(/\s+/);
      builder.identifier({ type: 'CRYPTO_ADDRESS', value: address, currency: currency.toUpperCase() });
    },
  ],
  [/^Executive Order (.*)$/i, (builder, value) => builder.legalBasis(`Executive Order ${value}`)],
];

/**
 * Reads OFAC's remarks ("DOB 01 Jan 1960; alt. DOB 1962; POB …; nationality …; Passport A1 (Iran) expires 2006;
 * a.k.a. 'SHORT NAME'; Linked To: …") into the entity. Quoted a.k.a. are OFAC's weak aliases. What is no fact of a
 * known kind stays in the remarks alone.
 */
export function readOfacRemarks(builder: EntityBuilder, remarks: string): void {
  builder.remark(remarks);
  for (const part of remarks.trim().replace(/\.$/, '').split(/;\s+/)) {
    const text = part
      .trim()
      .replace(/^\((.*)\)$/, '$1')
      .replace(/^alt\.\s+/i, '');
    if (text === '') continue;
    const found = REMARKS.find(([pattern]) => pattern.test(text));
    if (found) found[1](builder, found[0].exec(text)?.[1] ?? '');
    else readIdentifier(builder, text);
  }
}
