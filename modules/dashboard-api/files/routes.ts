import type { FastifyInstance } from 'fastify';
import { notFound } from '../../../platform/http/errors.ts';
import type { Services } from '../../../platform/module.ts';
import { requireRight, type Staff } from '../auth/staff.ts';
import { findFile } from '../details/store.ts';
import { FILES_PATH, linkSecret, readTicket } from './links.ts';

/** What a browser may show in place; everything else is handed over to be saved. */
const SHOWN =
  /^(image\/(png|jpeg|webp|avif|gif)|video\/(mp4|webm)|audio\/(mpeg|mp4|wav|wave|x-wav|ogg|flac|webm)|application\/pdf|application\/json)$/;

/** The bytes of files by short-lived links; video and sound by ranges. Nothing of them is kept by any cache. */
export function registerFiles(app: FastifyInstance, services: Services, staff: Staff): void {
  const secret = linkSecret(services);
  app.get<{ Params: { ticket: string } }>(`${FILES_PATH}/:ticket`, async (request, reply) => {
    const row = await staff.find(request);
    const ticket = readTicket(secret, request.params.ticket, services.clock.now());
    if (!ticket || ticket.sessionId !== row.sessionId || ticket.organizationId !== row.organizationId) {
      throw notFound('file');
    }
    requireRight(row, 'files.open', ticket.environment);
    const file = await findFile(services.db, ticket, ticket.fileId);
    if (!file) throw notFound('file');
    const shown = SHOWN.test(file.mediaType);
    reply.headers({
      'Cache-Control': 'no-store, private',
      'Content-Type': file.mediaType,
      'Content-Disposition': shown ? 'inline' : 'attachment',
      // A browser shows no PDF in a sandbox; its own viewer runs nothing of this site.
      'Content-Security-Policy':
        file.mediaType === 'application/pdf'
          ? "frame-ancestors 'none'"
          : "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'Accept-Ranges': 'bytes',
    });
    const range = rangeOf(request.headers.range, file.size);
    if (range === 'BAD') return reply.code(416).header('Content-Range', `bytes */${file.size}`).send();
    const stored = { id: file.fileId, size: file.size };
    if (range === null) {
      return reply.header('Content-Length', String(file.size)).send(services.files.open(ticket, stored));
    }
    return reply
      .code(206)
      .headers({
        'Content-Range': `bytes ${range.start}-${range.end}/${file.size}`,
        'Content-Length': String(range.end - range.start + 1),
      })
      .send(services.files.openRange(ticket, stored, range.start, range.end));
  });
}

/** One range of bytes, both ends included; null: the whole file. */
function rangeOf(header: string | undefined, size: number): { start: number; end: number } | null | 'BAD' {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!found || (found[1] === '' && found[2] === '')) return null;
  const [, first = '', last = ''] = found;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(size - 1, Number(last));
  return start > end || start >= size ? 'BAD' : { start, end };
}
