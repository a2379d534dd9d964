import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { TrustList } from '../../../engines/forensics/index.ts';
import { ConfigError } from '../../../platform/config/config.ts';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;
const LARGEST = 4 * 2 ** 20;

/**
 * The certificates whose Content Credentials the operator trusts, from a file in PEM. What else stands in the file, such
 * as comments, is left out; every certificate is read once here, so that a damaged one stops the start.
 * @param path null for none: then no signer is trusted
 * @throws ConfigError that names the variable and the place
 */
export function readTrustList(path: string | null): TrustList | null {
  if (path === null) return null;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new ConfigError(`CONTENT_CREDENTIALS_TRUST names a file that cannot be read: ${path}.`);
  }
  const found = text.length > LARGEST ? [] : (text.match(CERTIFICATE) ?? []);
  if (found.length === 0) {
    throw new ConfigError(
      `CONTENT_CREDENTIALS_TRUST must name a file of certificates in PEM, up to 4 MiB; ${path} holds none.`,
    );
  }
  found.forEach((certificate, index) => {
    try {
      void new X509Certificate(certificate);
    } catch {
      throw new ConfigError(`Certificate ${index + 1} of ${found.length} in CONTENT_CREDENTIALS_TRUST is damaged.`);
    }
  });
  return { anchors: `${found.join('\n')}\n` };
}
