import { createHash } from 'node:crypto';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Random } from './document-edits.ts';

/** Pictures of the shared sets by person, and parts pasted into them. */

const LONGEST = 900;

export const personOf = (name: string): string =>
  /^p1_facial_ke_(.*)_\d+\./.exec(name)?.[1] ?? /^facial_expre_([A-Za-z]+)_\d+\./.exec(name)?.[1] ?? name;
/** As training splits: a person's part is a hash of the name. */
export const isTest = (person: string): boolean =>
  BigInt(`0x${createHash('sha256').update(person).digest('hex')}`) % 8n < 2n;

export interface Picture {
  person: string;
  path: string;
}

export async function pictures(
  folder: string,
  wanted: (person: string) => boolean,
  smallest: number,
): Promise<Picture[]> {
  const found: Picture[] = [];
  for await (const name of glob('**/*.{jpg,jpeg,png}', { cwd: folder })) {
    const path = join(folder, name);
    const { width, height } = await sharp(path).metadata();
    const person = personOf(name.split('/').at(-1) ?? name);
    if (Math.min(width, height) >= smallest && wanted(person)) found.push({ person, path });
  }
  return found.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

export const load = (path: string): Promise<Buffer> =>
  sharp(path)
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .resize({ width: LONGEST, height: LONGEST, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer();

/** A part of the donor with a soft outline, made larger or smaller on the way. */
export async function spliced(target: Buffer, donor: Buffer, random: Random): Promise<Buffer> {
  const { width, height } = await sharp(target).metadata();
  const side = Math.round((0.28 + 0.2 * random()) * Math.min(width, height));
  const size = await sharp(donor).metadata();
  const cut = Math.max(24, Math.min(Math.round(side / (0.6 + random())), size.width, size.height));
  const [x, y] = [size.width - cut, size.height - cut].map((room) => Math.floor(random() * (room + 1)));
  const outline = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><ellipse cx="50%" cy="50%" rx="46%" ry="46%" fill="#fff"/></svg>`,
  );
  const part = await sharp(donor)
    .extract({ left: x ?? 0, top: y ?? 0, width: cut, height: cut })
    .toBuffer();
  const soft = await sharp(outline).blur(1.2).png().toBuffer();
  const shaped = await sharp(part)
    .resize(side, side, { fit: 'fill' })
    .ensureAlpha()
    .composite([{ input: soft, blend: 'dest-in' }])
    .png()
    .toBuffer();
  const place = { left: Math.floor(random() * (width - side)), top: Math.floor(random() * (height - side)) };
  return sharp(target)
    .composite([{ input: shaped, ...place }])
    .png()
    .toBuffer();
}

/**
 * A square of the picture itself, put elsewhere in it.
 * @param share its side, of the shorter side of the picture
 */
export async function copied(target: Buffer, random: Random, share = 0.3): Promise<Buffer> {
  const { width, height } = await sharp(target).metadata();
  const side = Math.round(share * Math.min(width, height));
  const below = (limit: number): number => Math.floor(random() * Math.max(1, limit));
  const from = { left: below(width / 2 - side), top: below(height - side), width: side, height: side };
  const part = await sharp(target).extract(from).png().toBuffer();
  const place = { left: Math.floor(width / 2) + below(width / 2 - side), top: below(height - side) };
  return sharp(target)
    .composite([{ input: part, ...place }])
    .png()
    .toBuffer();
}

const laidOver = async (target: Buffer, width: number, height: number, drawing: string): Promise<Buffer> => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawing}</svg>`;
  return sharp(target)
    .composite([{ input: Buffer.from(svg) }])
    .png()
    .toBuffer();
};

/** What people do who forge nothing: a date and a line of text over a lower corner. */
export async function captioned(target: Buffer, random: Random): Promise<Buffer> {
  const { width, height } = await sharp(target).metadata();
  const size = Math.round((0.05 + 0.04 * random()) * Math.min(width, height));
  const y = height - Math.round((0.04 + 0.1 * random()) * height);
  const day = 1 + Math.floor(28 * random());
  const colour = random() < 0.5 ? '#fff' : '#fd0';
  const text = `<text x="4%" y="${y}" font-family="sans-serif" font-size="${size}" fill="${colour}">${day}.06.2019 At the lake</text>`;
  return laidOver(target, width, height, text);
}

/** The same sticker twice, as messengers offer them: it stands in the picture twice, and was not compressed with it. */
export async function stickered(target: Buffer, random: Random): Promise<Buffer> {
  const { width, height } = await sharp(target).metadata();
  const r = Math.round((0.1 + 0.06 * random()) * Math.min(width, height));
  const draw = (cx: number, cy: number): string =>
    `<g transform="translate(${cx} ${cy}) scale(${r / 50})"><circle r="50" fill="#fc3"/><circle cx="-18" cy="-14" r="7" fill="#642"/>` +
    `<circle cx="18" cy="-14" r="7" fill="#642"/><path d="M-28 12 Q0 46 28 12 Z" fill="#a22"/><path d="M-40 -34 L-12 -40 M12 -40 L40 -34" stroke="#642" stroke-width="6"/></g>`;
  const across = (from: number): number => Math.round(from * width + r + random() * (width / 2 - 2 * r));
  const down = (): number => Math.round(r + random() * (height - 2 * r));
  return laidOver(target, width, height, draw(across(0), down()) + draw(across(0.5), down()));
}
