/**
 * Codes of states, territories, organisations and kinds of nationality that may stand in a zone: ICAO 9303-3, section 5
 * (ISO 3166-1 alpha-3 with the additions of parts A to D), without trailing fillers.
 */
const ISO_3166_1_ALPHA_3 = `
ABW AFG AGO AIA ALA ALB AND ARE ARG ARM ASM ATA ATF ATG AUS AUT AZE BDI BEL BEN BES BFA BGD BGR BHR BHS BIH BLM BLR
BLZ BMU BOL BRA BRB BRN BTN BVT BWA CAF CAN CCK CHE CHL CHN CIV CMR COD COG COK COL COM CPV CRI CUB CUW CXR CYM CYP
CZE DEU DJI DMA DNK DOM DZA ECU EGY ERI ESH ESP EST ETH FIN FJI FLK FRA FRO FSM GAB GBR GEO GGY GHA GIB GIN GLP GMB
GNB GNQ GRC GRD GRL GTM GUF GUM GUY HKG HMD HND HRV HTI HUN IDN IMN IND IOT IRL IRN IRQ ISL ISR ITA JAM JEY JOR JPN
KAZ KEN KGZ KHM KIR KNA KOR KWT LAO LBN LBR LBY LCA LIE LKA LSO LTU LUX LVA MAC MAF MAR MCO MDA MDG MDV MEX MHL MKD
MLI MLT MMR MNE MNG MNP MOZ MRT MSR MTQ MUS MWI MYS MYT NAM NCL NER NFK NGA NIC NIU NLD NOR NPL NRU NZL OMN PAK PAN
PCN PER PHL PLW PNG POL PRI PRK PRT PRY PSE PYF QAT REU ROU RUS RWA SAU SDN SEN SGP SGS SHN SJM SLB SLE SLV SMR SOM
SPM SRB SSD STP SUR SVK SVN SWE SWZ SXM SYC SYR TCA TCD TGO THA TJK TKL TKM TLS TON TTO TUN TUR TUV TWN TZA UGA UKR
UMI URY USA UZB VAT VCT VEN VGB VIR VNM VUT WLF WSM YEM ZAF ZMB ZWE`;

export type StateKind =
  | 'STATE'
  | 'NATIONALITY_KIND'
  | 'ORGANISATION'
  | 'STATELESS_OR_UNSPECIFIED'
  | 'SPECIMEN'
  | 'FORMER';

/** Codes beyond ISO 3166-1 that documents carry, and what kind of thing each names. */
const SPECIAL: readonly (readonly [StateKind, string])[] = [
  // Germany writes D; the kinds of British nationality (part B); Kosovo as its documents write it.
  ['STATE', 'D RKS XKX'],
  ['NATIONALITY_KIND', 'GBD GBN GBO GBP GBS'],
  // Part C and D: United Nations, European Union, banks, courts and orders that issue travel documents.
  ['ORGANISATION', 'EUE UNO UNA UNK XAA XBA XIM XCC XCE XCO XEC XES XMP XOM XPO XDC'],
  ['STATELESS_OR_UNSPECIFIED', 'XXA XXB XXC XXX'],
  ['SPECIMEN', 'UTO'],
  ['FORMER', 'ANT BUR CSK DDR NTZ ROM SCG SUN TMP YUG ZAR'],
];

const KINDS: ReadonlyMap<string, StateKind> = new Map([
  ...ISO_3166_1_ALPHA_3.trim()
    .split(/\s+/)
    .map((code) => [code, 'STATE'] as const),
  ...SPECIAL.flatMap(([kind, codes]) => codes.split(' ').map((code) => [code, kind] as const)),
]);

/** What kind of code this is (fillers already off), or undefined where the code is not known. */
export function stateKind(code: string): StateKind | undefined {
  return KINDS.get(code);
}

/** Every known code, filled up to three characters with `<`. */
export const FILLED_STATE_CODES: readonly string[] = [...KINDS.keys()].map((code) => code.padEnd(3, '<'));
