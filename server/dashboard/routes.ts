import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ENVIRONMENT_PATHS, isPagePath, OPEN_PATHS } from '../../dashboard/paths.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { type Asset, buildDashboard, type Dashboard } from './build.ts';
import { ASSETS_PATH, PAGE_HEADERS, pageHtml } from './page.ts';

/** The pages of this process, made when they are first asked for. */
export interface DashboardPages {
  get(): Promise<Dashboard>;
}

let made: Promise<Dashboard> | null = null;

/** One for the whole process, however many servers it has. A failed making is tried again when next asked for. */
export const dashboardPages: DashboardPages = {
  get() {
    made ??= buildDashboard().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  },
};

/** The staff's pages: their documents at every address in dashboard/paths.ts, and their files. */
export async function registerDashboard(app: FastifyInstance, pages: DashboardPages = dashboardPages): Promise<void> {
  await app.register(async (scope) => {
    scope.get(`${ASSETS_PATH}/:name`, async (request, reply) => {
      const { assets } = await pages.get();
      const asset = assets.get((request.params as { name: string }).name);
      if (!asset) throw new ApiError('NOT_FOUND', 'There is nothing at this address.');
      // Its name says what it holds: it never changes.
      return send(request, reply.header('Cache-Control', 'public, max-age=31536000, immutable'), asset);
    });

    const page = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const path = request.url.split('?', 1)[0] ?? '/';
      const dashboard = await pages.get();
      return reply
        .code(isPagePath(path) ? 200 : 404)
        .headers(PAGE_HEADERS)
        .type('text/html; charset=utf-8')
        .send(pageHtml(dashboard));
    };
    for (const path of OPEN_PATHS) scope.get(path, page);
    for (const environment of ENVIRONMENT_PATHS) {
      scope.get(`/${environment}`, page);
      scope.get(`/${environment}/*`, page);
    }
  });
}

function send(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  reply
    .headers({
      ETag: asset.etag,
      Vary: 'Accept-Encoding',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
    })
    .type(asset.type);
  if (request.headers['if-none-match'] === asset.etag) return reply.code(304).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  const packed = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null;
  if (packed) reply.header('Content-Encoding', packed);
  return reply.send(packed === 'br' ? asset.brotli : packed === 'gzip' ? asset.gzip : asset.plain);
}
