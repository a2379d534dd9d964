import type { IdentifierType } from './types.ts';

/**
 * OFAC's names for identifiers, as they stand in remarks and in the XML, and the type each is.
 * What ends in a star matches every name that starts so. Names not found here become OTHER, with OFAC's label kept.
 */
const TYPES: [string, IdentifierType][] = [
  ['Passport', 'PASSPORT'],
  ['Diplomatic Passport', 'PASSPORT'],
  ['Stateless Person Passport', 'PASSPORT'],
  ['British National Overseas Passport', 'PASSPORT'],
  ['National ID', 'NATIONAL_ID'],
  ['National Foreign ID', 'NATIONAL_ID'],
  ['Identification', 'NATIONAL_ID'],
  ['Identification Number', 'NATIONAL_ID'],
  ['Personal ID Card', 'NATIONAL_ID'],
  ['Cedula', 'NATIONAL_ID'],
  ['Cedula de Ciudadania', 'NATIONAL_ID'],
  ['Cedula de Residencia', 'NATIONAL_ID'],
  ['Cedula de Extranjeria', 'NATIONAL_ID'],
  ['C.U.R.P.', 'NATIONAL_ID'],
  ['CURP', 'NATIONAL_ID'],
  ['C.U.I.', 'NATIONAL_ID'],
  ['C.U.I.P.', 'NATIONAL_ID'],
  ['D.N.I.', 'NATIONAL_ID'],
  ['DNI', 'NATIONAL_ID'],
  ['Numero de Identidad', 'NATIONAL_ID'],
  ['Tarjeta de Identidad', 'NATIONAL_ID'],
  ['Turkish Identification', 'NATIONAL_ID'],
  ['Turkish Identification Number', 'NATIONAL_ID'],
  ["Citizen's Card", 'NATIONAL_ID'],
  ['Electoral Registry', 'NATIONAL_ID'],
  ['Tazkira National ID Card', 'NATIONAL_ID'],
  ['Afghan Money Service Provider License', 'REGISTRATION'],
  ['Kenyan ID', 'NATIONAL_ID'],
  ['Moroccan Personal ID', 'NATIONAL_ID'],
  ['Bosnian Personal ID', 'NATIONAL_ID'],
  ['Residency', 'NATIONAL_ID'],
  ['SSN', 'SOCIAL_SECURITY'],
  ["Driver's License", 'DRIVING_LICENCE'],
  ['Tax ID', 'TAX_ID'],
  ['V.A.T. Number', 'TAX_ID'],
  ['VAT', 'TAX_ID'],
  ['NIT', 'TAX_ID'],
  ['RUC', 'TAX_ID'],
  ['RIF', 'TAX_ID'],
  ['R.F.C.', 'TAX_ID'],
  ['RFC', 'TAX_ID'],
  ['C.U.I.T.', 'TAX_ID'],
  ['CNPJ', 'TAX_ID'],
  ['CPF', 'TAX_ID'],
  ['RTN', 'TAX_ID'],
  ['N.I.E.', 'NATIONAL_ID'],
  ['C.I.F.', 'TAX_ID'],
  ['Fiscal Code', 'TAX_ID'],
  ['Italian Fiscal Code', 'TAX_ID'],
  ['UK Company Number', 'REGISTRATION'],
  ['Company Number', 'REGISTRATION'],
  ['Registration Number', 'REGISTRATION'],
  ['Registration ID', 'REGISTRATION'],
  ['Registration Certificate Number', 'REGISTRATION'],
  ['Registered Charity', 'REGISTRATION'],
  ['Business Registration Number', 'REGISTRATION'],
  ['Business Registration Document', 'REGISTRATION'],
  ['Business Number', 'REGISTRATION'],
  ['Commercial Registry Number', 'REGISTRATION'],
  ['Chamber of Commerce Number', 'REGISTRATION'],
  ['Central Registration System Number', 'REGISTRATION'],
  ['Government Gazette Number', 'REGISTRATION'],
  ['Public Registration Number', 'REGISTRATION'],
  ['Economic Register Number (CBLS)', 'REGISTRATION'],
  ['Unified Social Credit Code (USCC)', 'REGISTRATION'],
  ['Enterprise Number', 'REGISTRATION'],
  ['Folio Mercantil', 'REGISTRATION'],
  ['Matricula Mercantil', 'REGISTRATION'],
  ['Istanbul Chamber of Comm.', 'REGISTRATION'],
  ['C.R.', 'REGISTRATION'],
  ['Trade License', 'REGISTRATION'],
  ['License', 'REGISTRATION'],
  ['Legal Entity Number', 'LEI'],
  ['LE Number', 'REGISTRATION'],
  ['D-U-N-S Number', 'DUNS'],
  ['SWIFT/BIC', 'SWIFT_BIC'],
  ['MMSI', 'MMSI'],
  ['Vessel Registration Identification', 'IMO'],
  ['Vessel Call Sign', 'CALL_SIGN'],
  ['Aircraft Tail Number', 'TAIL_NUMBER'],
  ['Previous Aircraft Tail Number', 'TAIL_NUMBER'],
  ["Aircraft Manufacturer's Serial Number (MSN)", 'SERIAL_NUMBER'],
  ['Aircraft Construction Number (also called L/N or S/N or F/N)', 'SERIAL_NUMBER'],
  ['Email Address', 'EMAIL'],
  ['Website', 'WEBSITE'],
  ['Phone Number', 'PHONE'],
  ['Telephone', 'PHONE'],
  ['Fax', 'PHONE'],
  ['BIK (RU)', 'OTHER'],
  ['Birth Certificate Number', 'OTHER'],
];

const BY_LABEL = new Map(TYPES.map(([label, type]) => [label.toLowerCase(), type]));

/** Type of an identifier by OFAC's label for it; OTHER where the label is not known. */
export function ofacIdentifierType(label: string): IdentifierType {
  const bare = label.trim().toLowerCase();
  return (
    BY_LABEL.get(bare) ??
    BY_LABEL.get(bare.replace(/\s*(?:number|no\.?|#|id)$/, '').trim()) ??
    (/\bpassport\b/.test(bare) ? 'PASSPORT' : 'OTHER')
  );
}

/** Labels, longest first, for finding the one a remark begins with. */
export const OFAC_LABELS: readonly string[] = TYPES.map(([label]) => label).sort((a, b) => b.length - a.length);

/** IMO where the registration is one ("IMO 7406784"), with the bare number; otherwise the ship's other registration. */
export function vesselRegistration(value: string): { type: IdentifierType; value: string } {
  const imo = /^(?:IMO\s*)?(\d{7})$/i.exec(value.trim());
  return imo ? { type: 'IMO', value: imo[1] ?? '' } : { type: 'REGISTRATION', value: value.trim() };
}
