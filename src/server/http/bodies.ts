import { errorCodes, type FastifyInstance } from 'fastify';

/**
 * For routes with JSON bodies: an empty body is no body, whatever media type it names, and one that names none is JSON. The console of
 * older back ends sends `Content-Type: application/json` with every call, also with those that have no body.
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
    // Some proxies drop the media type. Nothing but JSON is sent here.
    else if (type === '') void parseJson(request, body.toString(), done);
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type), undefined);
  });
}
