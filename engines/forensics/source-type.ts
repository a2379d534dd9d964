/** IPTC's controlled vocabulary of digital source types (cv.iptc.org/newscodes/digitalsourcetype). */

export type SourceClaim = 'GENERATED' | 'PARTLY_GENERATED' | 'CAPTURED' | 'OTHER';

const CLAIMS: Readonly<Record<string, SourceClaim>> = {
  trainedalgorithmicmedia: 'GENERATED',
  compositesynthetic: 'PARTLY_GENERATED',
  compositewithtrainedalgorithmicmedia: 'PARTLY_GENERATED',
  digitalcapture: 'CAPTURED',
  computationalcapture: 'CAPTURED',
  negativefilm: 'CAPTURED',
  positivefilm: 'CAPTURED',
  print: 'CAPTURED',
};

/** What a digital source type says, given as the vocabulary's address or as its last part; null where it is none. */
export function sourceClaim(value: string): { term: string; claim: SourceClaim } | null {
  const term = /(?:^|\/)([A-Za-z]{4,60})\s*$/.exec(value.trim())?.[1];
  if (term === undefined) return null;
  return { term, claim: CLAIMS[term.toLowerCase()] ?? 'OTHER' };
}
