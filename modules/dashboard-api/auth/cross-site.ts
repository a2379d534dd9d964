import type { FastifyRequest } from 'fastify';
import { DASHBOARD_HEADER } from '../../../contract/dashboard/index.ts';
import { ApiError } from '../../../platform/http/errors.ts';

/** The origin that the browser sees this request go to. */
export const ownOrigin = (request: FastifyRequest): string => `${request.protocol}://${request.host}`;

/** Whether the browser sees https: by the connection, or by the outside address, where a proxy does not tell. */
export function isSecure(request: FastifyRequest, publicUrl: string): boolean {
  const outside = new URL(publicUrl);
  const atOutside = request.headers.origin === outside.origin || request.host === outside.host;
  return request.protocol === 'https' || (outside.protocol === 'https:' && atOutside);
}

const crossSite = (why: string): ApiError =>
  new ApiError('INSUFFICIENT_SCOPE', `This request did not come from the pages of this service: ${why}.`, {
    reason: 'CROSS_SITE',
  });

/**
 * Refuses what another site makes a browser send with its cookies. Three lines, each enough by itself: what the browser
 * says of the request's origin, and a header that no form and no other page can send without being asked first.
 * @param publicUrl as configured; its origin is taken too, for proxies that do not hand on the host
 */
export function requireOwnPage(request: FastifyRequest, publicUrl: string): void {
  const { headers, method } = request;
  const changes = method !== 'GET' && method !== 'HEAD';
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && !(site === 'none' && !changes)) {
    throw crossSite(`Sec-Fetch-Site is ${site === 'same-site' || site === 'cross-site' ? site : 'not same-origin'}`);
  }
  const { origin } = headers;
  if (origin !== undefined && origin !== ownOrigin(request) && origin !== new URL(publicUrl).origin) {
    throw crossSite('its Origin is another');
  }
  if (changes && headers[DASHBOARD_HEADER] !== '1') throw crossSite('the header X-Dashboard: 1 is missing');
}
