import sharp from 'sharp';
import { examineMedia } from '../../engines/forensics/index.ts';
import { testSigner } from '../../engines/forensics/testing/content-credentials.ts';
import { interval, seeded } from './random.ts';

// Pictures signed here with Content Credentials, whole and tampered with in several ways: agreement of what is told
// with what was done. Reference files of others are not at hand. Run:
//   node bench/forensics/credentials.ts

const EACH = 6;
const random = seeded(61);
const signer = testSigner();
type Form = 'image/jpeg' | 'image/png';

async function picture(form: Form): Promise<Buffer> {
  const data = Uint8Array.from({ length: 64 * 48 * 3 }, () => Math.floor(random() * 256));
  const drawn = sharp(data, { raw: { width: 64, height: 48, channels: 3 } }).resize(320, 240);
  return form === 'image/jpeg' ? drawn.jpeg({ quality: 80 }).toBuffer() : drawn.png().toBuffer();
}

/** Where the manifest store lies: the first box of it, and the picture's data behind it. */
const storeAt = (bytes: Buffer): number => bytes.indexOf('jumb', 0, 'latin1');

/** A place in the manifest that is signed: the zeros that fill the room kept for a signature are not. */
function signedByte(bytes: Buffer): number {
  for (;;) {
    const at = storeAt(bytes) + 400 + Math.floor(random() * 1200);
    if (bytes.subarray(at - 4, at + 5).every((byte) => byte !== 0)) return at;
  }
}

const flipped = (bytes: Buffer, at: number): Buffer => {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 0x10;
  return changed;
};

interface Way {
  make(signed: Buffer, form: Form): Promise<Buffer> | Buffer;
  anchor?: 'OWN' | 'NONE' | 'OTHER';
  expected: (codes: readonly string[], isDeepfake: boolean | null) => boolean;
}

const stranger = testSigner().anchor;
const isBroken = (codes: readonly string[]): boolean =>
  !codes.includes('CREDENTIALS_TRUSTED') && !codes.includes('CREDENTIALS_VALID_UNTRUSTED') && codes.length > 0;
const WAYS: Readonly<Record<string, Way>> = {
  'whole, signer trusted': {
    make: (signed) => signed,
    anchor: 'OWN',
    expected: (_, isDeepfake) => isDeepfake === false,
  },
  'whole, no trust list': {
    make: (signed) => signed,
    expected: (codes, isDeepfake) => isDeepfake === null && codes.includes('CREDENTIALS_VALID_UNTRUSTED'),
  },
  'whole, another signer trusted': {
    make: (signed) => signed,
    anchor: 'OTHER',
    expected: (codes, isDeepfake) => isDeepfake === null && codes.includes('CREDENTIALS_VALID_UNTRUSTED'),
  },
  'a byte of the picture changed': {
    make: (signed, form) =>
      flipped(signed, signed.length - (form === 'image/png' ? 30 : 60 + Math.floor(random() * 400))),
    anchor: 'OWN',
    expected: (codes, isDeepfake) => isDeepfake !== false && isBroken(codes),
  },
  'a byte of the manifest changed': {
    make: (signed) => flipped(signed, signedByte(signed)),
    anchor: 'OWN',
    expected: (codes, isDeepfake) => isDeepfake !== false && isBroken(codes),
  },
  'bytes put behind the end': {
    make: (signed) => Buffer.concat([signed, Buffer.from('more')]),
    anchor: 'OWN',
    expected: (codes, isDeepfake) => isDeepfake !== false && isBroken(codes),
  },
  'manifest of another picture put in': {
    async make(signed, form) {
      const other = await picture(form);
      return transplanted(signed, other, form);
    },
    anchor: 'OWN',
    expected: (codes, isDeepfake) => isDeepfake !== false && isBroken(codes),
  },
  'opened and stored again': {
    make: (signed, form) => (form === 'image/png' ? sharp(signed).png().toBuffer() : sharp(signed).jpeg().toBuffer()),
    anchor: 'OWN',
    expected: (_, isDeepfake) => isDeepfake === null,
  },
};

/** The segments or chunk that hold the manifest, in front of another picture's own. */
function transplanted(signed: Buffer, other: Buffer, form: Form): Buffer {
  if (form === 'image/png') {
    const at = signed.indexOf('caBX', 0, 'latin1') - 4;
    const chunk = signed.subarray(at, at + 12 + signed.readUInt32BE(at));
    return Buffer.concat([other.subarray(0, 33), chunk, other.subarray(33)]);
  }
  const segments: Buffer[] = [];
  for (let at = 2; signed[at] === 0xff && signed[at + 1] !== 0xda; at += 2 + signed.readUInt16BE(at + 2)) {
    if (signed[at + 1] === 0xeb) segments.push(signed.subarray(at, at + 2 + signed.readUInt16BE(at + 2)));
  }
  return Buffer.concat([other.subarray(0, 2), ...segments, other.subarray(2)]);
}

let agreed = 0;
let all = 0;
for (const [name, { make, anchor = 'NONE', expected }] of Object.entries(WAYS)) {
  let own = 0;
  for (let n = 0; n < EACH; n++) {
    const form: Form = n % 2 === 0 ? 'image/jpeg' : 'image/png';
    const bytes = await make(Buffer.from(await signer.sign(await picture(form), form, 'digitalCapture')), form);
    const anchors = { OWN: signer.anchor, NONE: null, OTHER: stranger }[anchor];
    const trust = anchors === null ? null : { anchors };
    try {
      const { conclusion, detectors } = await examineMedia({ kind: 'IMAGE', mediaType: form, bytes, trust });
      const credentials = detectors.find((one) => one.name === 'content-credentials');
      const codes = credentials?.finding?.evidence.map(({ code }) => code) ?? [];
      if (expected(codes, conclusion.isDeepfake)) own += 1;
      else console.log(`  ${name}, ${form}: ${codes.join()} ${conclusion.isDeepfake}`);
    } catch (error) {
      // A byte that leaves no picture is a refusal, which is right as well.
      if (error instanceof Error && error.name === 'MediaRefused' && name.startsWith('a byte')) own += 1;
      else throw error;
    }
  }
  agreed += own;
  all += EACH;
  console.log(`${name}: ${own}/${EACH}`);
}
console.log(`agreement ${interval(agreed, all)}`);
