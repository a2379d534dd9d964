import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';

let prepared: Promise<unknown> | undefined;

async function load(): Promise<unknown> {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm');
  const wasmBinary = new Uint8Array(await readFile(path)).buffer;
  return prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
}

/** A QR code of the text as an SVG picture, black on white with its quiet zone. */
export async function qrSvg(text: string): Promise<string> {
  prepared ??= load();
  await prepared;
  const { svg, error } = await writeBarcode(text, { format: 'QRCode', scale: 4, addQuietZones: true });
  if (error) throw new Error('The QR code could not be drawn');
  return svg;
}
