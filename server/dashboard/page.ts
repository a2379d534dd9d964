import type { Dashboard } from './build.ts';

export const ASSETS_PATH = '/dashboard/assets';

/** Nothing of other origins, no inline script or style, no frame around it. */
export const PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; font-src 'self'; media-src 'self' blob:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'Permissions-Policy':
    'camera=(), microphone=(), geolocation=(), display-capture=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cache-Control': 'no-cache',
} as const;

/**
 * The document of every page; the rest is drawn by the script.
 * The style has the identifier under which the components would otherwise put a style of their own inline, which the
 * policy above refuses; what that one says stands in styles/base.css.
 */
export function pageHtml({ shell }: Dashboard): string {
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Compliance</title>
<link rel="icon" href="${ASSETS_PATH}/${shell.icon}" type="image/svg+xml">
<link rel="stylesheet" id="react-aria-pressable-style" href="${ASSETS_PATH}/${shell.style}">
${shell.imports.map((name) => `<link rel="modulepreload" href="${ASSETS_PATH}/${name}">`).join('\n')}
<script type="module" src="${ASSETS_PATH}/${shell.script}"></script>
</head>
<body>
<div id="app"></div>
<noscript><p class="without-script">These pages need JavaScript. The API does not: see <a href="/docs">the reference</a>.</p></noscript>
</body>
</html>
`;
}
