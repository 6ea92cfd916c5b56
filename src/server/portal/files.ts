/** The files that pages load: the hotspot's pictures, and fonts. Their names change with their content, so browsers keep them. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { UNIT_UUID } from '../../contract/wire';
import { fontFile } from './fontFiles';
import { smallPicture } from './pictures';
import type { PortalDeps } from './portalCall';
import { findPicture } from './queries';

export async function sendPicture(deps: PortalDeps, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { unit, hash } = request.params as { unit: string; hash: string };
  const portal = UNIT_UUID.test(unit) && /^[0-9a-f]{32}$/.test(hash) ? await deps.portalOf(unit) : null;
  const found = portal && (await findPicture(deps.db, portal.hotspotId, hash));
  if (!found) {
    reply.callNotFound();
    return reply;
  }
  const takesWebp = /\bimage\/webp\b/.test(request.headers.accept ?? '');
  const { type, bytes } = await smallPicture(found.key, found.value, hash, takesWebp);
  return reply.header('Cache-Control', 'public, max-age=31536000, immutable').header('Vary', 'Accept').type(type).send(bytes);
}

export async function sendFont(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { file } = request.params as { file: string };
  const bytes = await fontFile(file);
  if (!bytes) {
    reply.callNotFound();
    return reply;
  }
  return reply.header('Cache-Control', 'public, max-age=31536000, immutable').type('font/woff2').send(bytes);
}
