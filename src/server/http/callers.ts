/** Who calls a route, as declared in its `config`; decides how its requests wait in front of the server (requestGate.ts). */
import type { FastifyContextConfig, FastifyInstance, RouteOptions } from 'fastify';
import findMyWay from 'find-my-way';
import { MAX_PART } from './unknownAddress';

/**
 * health: load balancers · units: gateways, and guests through them · guests: browsers of guests, whose pages have their own queue by
 * network (portal/admission.ts) · staff: with a token · signIns: staff who get one · anybody: the console's files, and addresses without a
 * route.
 */
export type Callers = 'health' | 'units' | 'guests' | 'staff' | 'signIns' | 'anybody';

declare module 'fastify' {
  interface FastifyContextConfig {
    callers?: Callers;
    /** Polled by units, so not queued with the requests of guests' pages, which come from the same address. */
    isPolled?: true;
  }
}

/** Fastify's routing options. */
export const ROUTING = { ignoreTrailingSlash: true, maxParamLength: MAX_PART };

/** Sets the callers of all routes added to `app` from now on, except those whose own `config` does. */
export function calledBy(app: FastifyInstance, callers: Callers): void {
  app.addHook('onRoute', (route) => void (route.config = { callers, ...route.config }));
}

export interface KnownRoutes {
  /** Records the routes added to `app` from now on. The server doesn't start if one doesn't declare its callers. */
  learn: (app: FastifyInstance) => void;
  /** The `config` of the route for an address; null if there is none. */
  configOf: (method: string, address: string) => FastifyContextConfig | null;
}

/** A look-up of the server's routes, for code that runs before routing. */
export function knownRoutes(): KnownRoutes {
  const router = findMyWay(ROUTING);
  return {
    learn: (app) => {
      const routes: RouteOptions[] = [];
      app.addHook('onRoute', (route) => void routes.push(route));
      app.addHook('onReady', async () => {
        for (const { method, url, config } of routes) {
          if (config?.callers === undefined) throw new Error(`${String(method)} ${url} doesn't say who calls it`);
          for (const one of [method].flat() as findMyWay.HTTPMethod[]) if (!router.hasRoute(one, url)) router.on(one, url, NOTHING, config);
        }
      });
    },
    configOf: (method, address) => (router.find(method as findMyWay.HTTPMethod, address)?.store ?? null) as FastifyContextConfig | null,
  };
}

const NOTHING = () => {};
