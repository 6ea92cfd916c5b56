/** Who calls a route, as its `config` says: by that its requests wait in front of the server (requestGate.ts). */
import type { FastifyContextConfig, FastifyInstance, RouteOptions } from 'fastify';
import findMyWay from 'find-my-way';
import { MAX_PART } from './unknownAddress';

/**
 * health: load balancers · units: gateways, and through them guests · guests: in browsers, whose pages let networks in one after the other
 * themselves (portal/admission.ts) · staff: with a token · anybody: the console's files, and whatever has no route.
 */
export type Callers = 'health' | 'units' | 'guests' | 'staff' | 'anybody';

declare module 'fastify' {
  interface FastifyContextConfig {
    callers?: Callers;
    /** Polled by units: apart from guests' pages, which come from the same address. */
    isPolled?: true;
  }
}

/** How the server tells routes by addresses. */
export const ROUTING = { ignoreTrailingSlash: true, maxParamLength: MAX_PART };

/** Says who calls the routes that are added to `app` from now on, unless their own `config` does. */
export function calledBy(app: FastifyInstance, callers: Callers): void {
  app.addHook('onRoute', (route) => void (route.config = { callers, ...route.config }));
}

export interface KnownRoutes {
  /** Learns the routes that are added to `app` from now on. The server doesn't start with one that doesn't say who calls it. */
  learn: (app: FastifyInstance) => void;
  /** The `config` of the route to which an address leads; null if to none. */
  configOf: (method: string, address: string) => FastifyContextConfig | null;
}

/** The server's routes, for what comes before routing. */
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
