import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { initSync, WasmReader } from '@contentauth/c2pa-wasm';
import { sourceClaim } from './source-type.ts';
import { type Detector, type Evidence, type Finding, nothing } from './types.ts';

/** Who may vouch for an origin; certificates in PEM. None by default: that a signature is whole is not trust. */
export interface TrustList {
  anchors: string;
}

/** A file of any medium with embedded Content Credentials. */
export interface ProvenanceMedia {
  bytes: Uint8Array;
  mediaType: string;
}

interface Status {
  code?: string;
}

interface ManifestStore {
  active_manifest?: string;
  manifests?: Record<string, Manifest>;
  validation_state?: string;
  validation_status?: Status[];
  validation_results?: { activeManifest?: { failure?: Status[]; success?: Status[] } };
}

interface Manifest {
  claim_generator?: string;
  claim_generator_info?: { name?: string }[];
  assertions?: { label?: string; data?: unknown }[];
  ingredients?: unknown[];
}

const MANIFEST_ABSENT = /Jumbf(Not|Box)?.?NotFound|JumbfNotFound|no claim|ClaimMissing|UnsupportedType|NotFound/i;
const BROKEN_BYTES = /(dataHash|bmffHash|boxesHash|collectionHash)\.mismatch/;
const BROKEN_CLAIM = /(claimSignature|assertion\.hashedURI|claim\.[A-Za-z]+)\.?(mismatch|invalid|missing)?/;
const MAX_BYTES = 150 * 2 ** 20;

let ready = false;
function load(): void {
  if (ready) return;
  initSync({ module: readFileSync(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))) });
  ready = true;
}

/**
 * Content Credentials (C2PA 2): read and validated by c2pa-rs, offline: nothing is fetched, so revocation and manifests
 * kept elsewhere are not asked for. Credentials that are absent say nothing.
 */
export function provenanceDetector<Media extends ProvenanceMedia>(trust: TrustList | null): Detector<Media> {
  return {
    name: 'content-credentials',
    version: '1',
    family: 'PROVENANCE',
    applicable: ({ bytes }) =>
      bytes.length <= MAX_BYTES
        ? { applies: true }
        : { applies: false, reason: 'The file is too large to be read for Content Credentials.' },
    examine: (media) => examine(media, trust),
  };
}

async function examine({ bytes, mediaType }: ProvenanceMedia, trust: TrustList | null): Promise<Finding> {
  let store: ManifestStore;
  try {
    load();
    const reader = await WasmReader.fromBytes(mediaType, bytes, settings(trust));
    try {
      store = JSON.parse(reader.json()) as ManifestStore;
    } finally {
      reader.free();
    }
  } catch (error) {
    const told = String(error instanceof Error ? error.message : error);
    if (MANIFEST_ABSENT.test(told)) {
      return nothing(1, [
        {
          code: 'CREDENTIALS_ABSENT',
          detail: 'The file carries no Content Credentials. Most files do not; that is no sign of anything.',
        },
      ]);
    }
    return nothing(0.3, [
      { code: 'CREDENTIALS_UNREADABLE', detail: 'The file seems to carry Content Credentials that cannot be read.' },
    ]);
  }
  return judge(store);
}

/** As c2pa-rs takes them: no look-up of any kind. */
const settings = (trust: TrustList | null): string =>
  JSON.stringify({
    version: 1,
    verify: {
      verify_after_reading: true,
      verify_trust: true,
      remote_manifest_fetch: false,
      ocsp_fetch: false,
    },
    ...(trust === null ? {} : { trust: { user_anchors: trust.anchors } }),
  });

/** What a manifest store says. Exported for tests with stores that no tool would write. */
export function judge(store: ManifestStore): Finding {
  const manifest = store.manifests?.[store.active_manifest ?? ''];
  const failures = [...(store.validation_results?.activeManifest?.failure ?? []), ...(store.validation_status ?? [])]
    .map(({ code }) => code ?? '')
    .filter((code) => code !== '' && !/^signingCredential\.(untrusted|ocsp)/.test(code));
  const altered = failures.some((code) => BROKEN_BYTES.test(code));
  const invalid = altered || failures.some((code) => BROKEN_CLAIM.test(code)) || store.validation_state === 'Invalid';
  const trusted = store.validation_state === 'Trusted';
  const evidence: Evidence[] = [];
  if (altered) {
    evidence.push({
      code: 'CREDENTIALS_ALTERED_SINCE',
      detail:
        'The bytes of the file are not those that its Content Credentials were made for: it was altered since. How, they do not tell; a conversion by a well-meaning program is enough.',
    });
  } else if (invalid) {
    evidence.push({
      code: 'CREDENTIALS_INVALID',
      detail: `The Content Credentials do not validate (${codes(failures)}).`,
    });
  } else {
    evidence.push(
      trusted
        ? {
            code: 'CREDENTIALS_TRUSTED',
            detail: 'The Content Credentials validate, and their signer is on your trust list.',
          }
        : {
            code: 'CREDENTIALS_VALID_UNTRUSTED',
            detail: 'The Content Credentials validate, but their signer is on no trust list here: anybody can sign.',
          },
    );
  }
  const claims = (manifest?.assertions ?? [])
    .filter(({ label }) => label?.startsWith('c2pa.actions') || label?.includes('metadata') || label?.includes('iptc'))
    .flatMap(({ data }) => sourceTypes(data, 0))
    .map(sourceClaim);
  const found = (claim: string): boolean => claims.some((one) => one?.claim === claim);
  if (found('GENERATED')) {
    evidence.push({
      code: 'CREDENTIALS_SAY_GENERATED',
      detail: 'The Content Credentials say that the medium was made by a generative model (trainedAlgorithmicMedia).',
    });
    return {
      logLikelihoodRatio: invalid ? 2.5 : 3.5,
      quality: 1,
      evidence,
      manipulation: 'AI_DISCLOSED',
      settles: true,
    };
  }
  if (found('PARTLY_GENERATED')) {
    evidence.push({
      code: 'CREDENTIALS_SAY_PARTLY_GENERATED',
      detail: 'The Content Credentials say that parts of the medium were made by a generative model.',
    });
    return { logLikelihoodRatio: 1, quality: 1, evidence };
  }
  if (altered) return { logLikelihoodRatio: 1, quality: 1, evidence, manipulation: 'SPLICE' };
  // Only a signer whom the operator trusts, and who says that a sensor took it, settles that it is real.
  if (trusted && !invalid && found('CAPTURED') && (manifest?.ingredients ?? []).length === 0) {
    evidence.push({
      code: 'CREDENTIALS_SAY_CAPTURED',
      detail: 'A signer on your trust list says that a sensor captured it.',
    });
    return { logLikelihoodRatio: -3.5, quality: 1, evidence, settles: true };
  }
  return nothing(1, evidence);
}

const codes = (failures: readonly string[]): string => [...new Set(failures)].slice(0, 4).join(', ') || 'no code given';

function sourceTypes(value: unknown, depth: number): string[] {
  if (depth > 8 || value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    /digitalsourcetype$/i.test(key) && typeof inner === 'string' ? [inner] : sourceTypes(inner, depth + 1),
  );
}
