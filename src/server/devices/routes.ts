import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { device, listDevices as listQuery, readDevice } from '../../contract/devices';
import { byId, pageOf } from '../../contract/lists';
import { allow } from '../auth/guard';
import type { Deps } from '../deps';
import { notFound } from '../http/errors';
import { emptyAs } from '../http/ownConsole';
import { echoPage } from '../database/paging';
import { getDevice, listDevices } from './queries';

/** Routes for guests' devices. */
export const deviceRoutes =
  ({ db }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/devices',
      {
        config: { ...allow('devices.list'), ...emptyAs('No devices found!') },
        schema: { querystring: listQuery, response: { 200: pageOf(device) } },
      },
      async ({ query, scope }, reply) => {
        const { data, page } = await listDevices(db, scope, query);
        echoPage(reply, query, page);
        return { data, total: page.total };
      },
    );

    app.get(
      '/devices/:id',
      { config: allow('devices.read'), schema: { params: byId, querystring: readDevice, response: { 200: device } } },
      async ({ params, query, scope }) => {
        const found = await getDevice(db, scope, params.id, query);
        if (!found) throw notFound('No device found!');
        return found;
      },
    );
  };
