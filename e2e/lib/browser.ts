import chromium from '@sparticuz/chromium';
import { type Browser, chromium as engine } from 'playwright-core';

/** A real Chromium from npm alone. */
export async function launchBrowser(): Promise<Browser> {
  return engine.launch({ executablePath: await chromium.executablePath(), args: chromium.args, headless: true });
}
