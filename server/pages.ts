import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { openApiDocument } from '../contract/openapi.ts';
import { API_PREFIX, type Environment } from '../contract/enums.ts';
import type { Config } from '../platform/config/config.ts';

const ASSETS = join(import.meta.dirname, '..', 'node_modules', 'swagger-ui-dist');
const PAGES = join(import.meta.dirname, 'pages');

interface Asset {
  file: string;
  type: string;
}

/** What the reference page loads; nothing comes from any other address. */
const REFERENCE_ASSETS: Readonly<Record<string, Asset>> = {
  '/docs/swagger-ui.css': { file: join(ASSETS, 'swagger-ui.css'), type: 'text/css; charset=utf-8' },
  '/docs/swagger-ui-bundle.js': { file: join(ASSETS, 'swagger-ui-bundle.js'), type: 'text/javascript; charset=utf-8' },
  '/docs/reference.js': { file: join(PAGES, 'reference.js'), type: 'text/javascript; charset=utf-8' },
  '/docs/pages.css': { file: join(PAGES, 'pages.css'), type: 'text/css; charset=utf-8' },
};

const SECURITY = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
};

/** Pages beside the API: the reference at /docs, the OpenAPI document, and the sandbox's front page. */
export async function registerPages(app: FastifyInstance, config: Config, environment: Environment): Promise<void> {
  const production = { url: config.publicUrl + API_PREFIX, description: 'Production: live keys, consumes credits' };
  const sandbox = { url: config.sandboxPublicUrl + API_PREFIX, description: 'Sandbox: test keys, simulated results' };
  const servers = environment === 'LIVE' ? [production, sandbox] : [sandbox, production];
  const document = { ...openApiDocument(), servers };
  const openapi = JSON.stringify(document);
  const assets = await Promise.all(
    Object.entries(REFERENCE_ASSETS).map(async ([path, { file, type }]) => ({
      path,
      type,
      bytes: await readFile(file),
    })),
  );
  const reference = await readFile(join(PAGES, 'reference.html'));
  const front = (await readFile(join(PAGES, 'front.html'), 'utf8'))
    .replace('<!--environment-->', 'Sandbox: simulated results, no credits')
    .replace('<!--dashboard-->', escaped(`${config.publicUrl}/test`));
  app.get(`${API_PREFIX}/openapi.json`, (_request, reply) =>
    reply.header('Cache-Control', 'no-cache').type('application/json; charset=utf-8').send(openapi),
  );
  const page = (reply: FastifyReply, html: Buffer | string): FastifyReply =>
    reply.headers(SECURITY).header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').send(html);
  app.get('/docs', (_request, reply) => page(reply, reference));
  // The front page of production is the dashboard's.
  if (environment === 'TEST') app.get('/', (_request, reply) => page(reply, front));
  for (const { path, type, bytes } of assets) {
    app.get(path, (_request, reply) =>
      reply.headers(SECURITY).header('Cache-Control', 'public, max-age=3600').type(type).send(bytes),
    );
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
