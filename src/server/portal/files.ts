/** The files that pages load: the hotspot's pictures, and fonts. Their names change with their content, so browsers may cache them. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { UNIT_UUID } from '../../contract/plain/wire';
import { fontFile } from './fontFiles';
import { smallPicture } from './pictures';
import type { PortalDeps } from './portalCall';
import { findPicture } from './queries';

export async function sendPicture(deps: PortalDeps, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { unit } = request.params as { unit: string };
  const portal = UNIT_UUID.test(unit) ? await deps.portalOf(unit) : null;
  return sendPictureOf(deps, portal?.hotspotId ?? null, request, reply);
}

/** Sends a picture of this hotspot's portal by the `hash` in the path; a 404 if there is none. */
export async function sendPictureOf(
  { db }: Pick<PortalDeps, 'db'>,
  hotspotId: number | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { hash } = request.params as { hash: string };
  const found = hotspotId !== null && /^[0-9a-f]{32}$/.test(hash) ? await findPicture(db, hotspotId, hash) : null;
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
