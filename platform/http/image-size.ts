import type { MediaForm } from './media-type.ts';

/**
 * Width times height as the head of an image file states them, so that a file of few bytes and very many pixels is
 * refused before anything decodes it. PNG, JPEG and WebP only, and only where the size stands in these bytes; whoever
 * decodes an image has a limit of their own.
 * Sources: PNG third edition 11.2.1 (IHDR), ITU-T T.81 B.2.2 (frame header), RFC 9649 (WebP container).
 * @returns null where these bytes do not tell
 */
export function statedPixels(head: Uint8Array, form: MediaForm): number | null {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  switch (form.name) {
    case 'PNG':
      return bytes.length >= 24 ? bytes.readUInt32BE(16) * bytes.readUInt32BE(20) : null;
    case 'JPEG':
      return jpegPixels(bytes);
    case 'WebP':
      return webpPixels(bytes);
    default:
      return null;
  }
}

/** SOF0 to SOF15, without DHT (C4), JPG (C8) and DAC (CC), which share their range. */
const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function jpegPixels(bytes: Buffer): number | null {
  for (let at = 2; at + 9 <= bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrameHeader(marker)) return bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7);
    // Each segment's length counts itself; a shorter one would be no segment.
    at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return null;
}

function webpPixels(bytes: Buffer): number | null {
  if (bytes.length < 30) return null;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return (bytes.readUIntLE(24, 3) + 1) * (bytes.readUIntLE(27, 3) + 1);
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21);
      return ((packed & 0x3fff) + 1) * (((packed >>> 14) & 0x3fff) + 1);
    }
    case 'VP8 ':
      return (bytes.readUInt16LE(26) & 0x3fff) * (bytes.readUInt16LE(28) & 0x3fff);
    default:
      return null;
  }
}
