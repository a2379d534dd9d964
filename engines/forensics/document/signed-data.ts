/** As much of CMS (RFC 5652) as tells which digest of which algorithm a detached signature is about. */

const MESSAGE_DIGEST = '2a864886f70d010904';
const ALGORITHMS: Readonly<Record<string, { name: string; bytes: number }>> = {
  '2b0e03021a': { name: 'sha1', bytes: 20 },
  '608648016503040201': { name: 'sha256', bytes: 32 },
  '608648016503040202': { name: 'sha384', bytes: 48 },
  '608648016503040203': { name: 'sha512', bytes: 64 },
};
const OID = 0x06;
const OCTETS = 0x04;
const MAX_NODES = 20_000;

interface Node {
  tag: number;
  content: Uint8Array;
}

/** @returns the digest attribute and its algorithm, or null where there is none or it is of an unknown kind */
export function messageDigestOf(contents: Uint8Array): { algorithm: string; digest: Buffer } | null {
  const nodes: Node[] = [];
  walk(contents, 0, nodes);
  const hex = ({ content }: Node): string => Buffer.from(content).toString('hex');
  const at = nodes.findIndex((node) => node.tag === OID && hex(node) === MESSAGE_DIGEST);
  if (at < 0) return null;
  // Attribute ::= SEQUENCE { type OID, values SET OF OCTET STRING }
  const digest = nodes.slice(at + 1, at + 4).find(({ tag }) => tag === OCTETS);
  if (!digest) return null;
  for (const node of nodes) {
    const algorithm = node.tag === OID ? ALGORITHMS[hex(node)] : undefined;
    if (algorithm?.bytes === digest.content.length)
      return { algorithm: algorithm.name, digest: Buffer.from(digest.content) };
  }
  return null;
}

/** All nodes of a BER structure, parents before children, in order. */
function walk(bytes: Uint8Array, depth: number, nodes: Node[]): void {
  let at = 0;
  while (at + 2 <= bytes.length && nodes.length < MAX_NODES) {
    const tag = bytes[at] as number;
    const first = bytes[at + 1] as number;
    at += 2;
    let length = first;
    if (first === 0x80) length = bytes.length - at;
    else if (first > 0x80) {
      const count = first & 0x7f;
      if (count > 4) return;
      length = 0;
      for (let n = 0; n < count; n++) length = length * 256 + (bytes[at + n] ?? 0);
      at += count;
    }
    if (tag === 0 && length === 0) {
      if (depth === 0) return;
      continue;
    }
    const content = bytes.subarray(at, at + length);
    nodes.push({ tag, content });
    if ((tag & 0x20) !== 0 && depth < 40) walk(content, depth + 1, nodes);
    at += length;
  }
}
