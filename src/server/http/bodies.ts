import { errorCodes, type FastifyInstance } from 'fastify';

/**
 * For routes with JSON bodies: an empty body counts as none, whatever its media type, and a body without a media type as JSON. The console
 * of existing back ends sends `Content-Type: application/json` with every call, even without a body.
 */
export function acceptEmptyBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) =>
    body === '' ? done(null, undefined) : parseJson(request, body, done),
  );
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const type = request.headers['content-type'] ?? '';
    if (body.length === 0) done(null, undefined);
    // Some proxies drop the media type. All bodies of these routes are JSON.
    else if (type === '') void parseJson(request, body.toString(), done);
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type), undefined);
  });
}
