import { captureAssets } from './assets.ts';

export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The page's language: the first wish that there are words for. Wishes are language tags, the most wanted first. */
export function languageOf(wishes: readonly (string | null | undefined)[]): Language {
  for (const wish of wishes) {
    const primary = wish?.toLowerCase().split('-')[0];
    const found = LANGUAGES.find((language) => language === primary);
    if (found) return found;
  }
  return 'en';
}

/** Tags of an Accept-Language header, the most wanted first. */
export function acceptedLanguages(header: string | undefined): string[] {
  return (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters
        .find((one) => one.trim().startsWith('q='))
        ?.trim()
        .slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

const PATH = '/capture-page';

/** Nothing of other origins, no inline script, no frame around it, and the camera for this page alone. */
export const PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'Permissions-Policy': 'camera=(self), microphone=(), geolocation=(), display-capture=()',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cache-Control': 'no-store',
} as const;

/** The document; the rest is drawn by the script. What it says without one is in the language too. */
export async function pageHtml(language: Language): Promise<string> {
  const assets = await captureAssets();
  const words = JSON.parse(assets.get(`words/${language}.json`)?.plain.toString() ?? '{}') as Record<string, string>;
  const preloads = [...assets.keys()]
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `<link rel="modulepreload" href="${PATH}/${name}">`);
  return `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escaped(words['title'] ?? '')}</title>
<link rel="icon" href="${PATH}/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${PATH}/style.css">
${preloads.join('\n')}
<script type="module" src="${PATH}/main.ts"></script>
</head>
<body>
<div id="page" aria-busy="true"><p class="loading">${escaped(words['loading'] ?? '')}</p></div>
<noscript><p class="loading">${escaped(words['noScript'] ?? '')}</p></noscript>
</body>
</html>
`;
}

/** For an address that leads nowhere; no script is needed to say so. */
export async function notFoundHtml(language: Language): Promise<string> {
  const assets = await captureAssets();
  const words = JSON.parse(assets.get(`words/${language}.json`)?.plain.toString() ?? '{}') as Record<string, string>;
  return `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escaped(words['unknown.title'] ?? '')}</title>
<link rel="icon" href="${PATH}/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${PATH}/style.css">
</head>
<body>
<div id="page" class="alone"><main class="card end"><h1>${escaped(words['unknown.title'] ?? '')}</h1><p>${escaped(words['unknown.text'] ?? '')}</p></main></div>
</body>
</html>
`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
