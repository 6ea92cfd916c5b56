import { errorCodes, type FastifyInstance } from 'fastify';

/**
 * For routes with JSON bodies: an empty body is no body, whatever media type it names. The console of older back ends sends
 * `Content-Type: application/json` with every call, also with those that have no body.
 */
export function acceptEmptyBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) =>
    body === '' ? done(null, undefined) : parseJson(request, body, done),
  );
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) =>
    body.length === 0
      ? done(null, undefined)
      : done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(request.headers['content-type'] ?? ''), undefined),
  );
}
