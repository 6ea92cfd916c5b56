import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import Fastify, { LogController, type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { MAX_BODY_BYTES } from '../contract/plain/wire';
import { accountRoutes } from './accounts/routes';
import { auditRoutes } from './audit/routes';
import { batchRoutes } from './batches/routes';
import { guard } from './auth/guard';
import { authRoutes } from './login/routes';
import { secondFactorRoutes } from './second-factor/routes';
import { watchProxies, withoutBase } from './http/behindProxy';
import { calledBy, knownRoutes, ROUTING } from './http/callers';
import { acceptEmptyBodies } from './http/bodies';
import { consoleFiles, servedBuild } from './http/consoleFiles';
import { hasUnits } from './config';
import { boundVisitors } from '../demo/publicDemonstration';
import { demoGatewayRoutes, demoRoutes } from '../demo/routes';
import type { Deps } from './deps';
import { httpAaaRoutes } from './chilli/routes';
import { systemRoutes } from './doctor/routes';
import { deletedRoutes } from './deleted/routes';
import { deviceRoutes } from './devices/routes';
import { disclaimerRoutes } from './disclaimers/routes';
import { privacyRoutes } from './portal/privacyRoutes';
import { answerErrors, answerUnreadable, asLogged } from './http/errors';
import { limitTime } from './http/timeLimit';
import { answerUnknownPath, readableAddress } from './http/unknownAddress';
import { findRoutes } from './find/routes';
import { guestRoutes } from './guests/routes';
import { healthRoutes } from './http/health';
import { hotspotRoutes } from './hotspots/routes';
import { callAsLogged } from './http/log';
import { serveMetrics } from './metrics';
import { requestGate } from './http/requestGate';
import { boundConnections } from './http/connections';
import { knownCallers, requesters } from './auth/requesters';
import { serializeInPieces } from './http/largeLists';
import { answerExistingConsoles } from './http/ownConsole';
import { openndsRoutes } from './opennds/routes';
import { paperRoutes } from './paper/routes';
import { isolatePortalOrigin } from './portal/portalOrigin';
import { portalRoutes } from './portal/routes';
import { freeradiusRoutes } from './radius/freeradiusRoutes';
import { reportRoutes } from './reports/routes';
import { integrationRoutes } from './integrations/routes';
import { marketingRoutes } from './marketing/routes';
import { messageRoutes } from './messages/routes';
import { macAuthRoutes, macRegistrationRoutes } from './mac-auth/routes';
import { accessChanges } from './sessions/accessChanges';
import { sessionRoutes } from './sessions/routes';
import { statsRoutes } from './stats/routes';
import { assignPriorities } from './http/requestPriority';
import { unitRoutes } from './units/routes';
import { voucherRoutes } from './vouchers/routes';
import { deletingRoutes } from './deleting/routes';
import { whyRoutes } from './why/routes';

/** The API's routes, by noun. */
const ROUTES = [
  authRoutes,
  secondFactorRoutes,
  accountRoutes,
  hotspotRoutes,
  marketingRoutes,
  disclaimerRoutes,
  voucherRoutes,
  paperRoutes,
  batchRoutes,
  unitRoutes,
  macAuthRoutes,
  guestRoutes,
  deletingRoutes,
  whyRoutes,
  findRoutes,
  deviceRoutes,
  sessionRoutes,
  integrationRoutes,
  statsRoutes,
  reportRoutes,
  auditRoutes,
  deletedRoutes,
  messageRoutes,
  systemRoutes,
];

/** Names a plugin for Fastify's errors, which would otherwise search for the name in all loaded modules. */
const withName = (name: string, plugin: FastifyPluginAsync) => Object.assign(plugin, { [Symbol.for('fastify.display-name')]: name });

/** Routes that captive portals and units call without a token. */
const PUBLIC_ROUTES = [privacyRoutes, macRegistrationRoutes];

/**
 * Responses of up to this many bytes are compressed synchronously: a list page takes a millisecond, less than handing it to another
 * thread.
 */
const COMPRESSED_AT_ONCE = 128 * 1024;

/** Milliseconds. With Fastify's and Node's defaults, a client that hangs would never be disconnected. */
const TIMEOUTS = { connectionTimeout: 60_000, requestTimeout: 30_000, keepAliveTimeout: 72_000 };

/** Milliseconds until a call is answered that isn't done; the same for its body to arrive. */
const CALL_TIMEOUT = 25_000;

/** The same for incoming data: a client that sends one header per second is disconnected after 15 to 20 seconds. */
const CONNECTION_TIMEOUTS = { headersTimeout: 15_000, requestTimeout: TIMEOUTS.requestTimeout, connectionsCheckingInterval: 5000 };

/** Maximum requests processed concurrently: enough to keep the database busy while others are being read and answered. */
const AT_ONCE = { postgres: 24, embedded: 12 };

/** Builds the whole server, without listening. All dependencies are passed in; closing it leaves the database open. */
export async function buildApp(given: Deps): Promise<FastifyInstance> {
  const { config, callTimeout = CALL_TIMEOUT } = given;
  const callers = knownCallers();
  const routes = knownRoutes();
  const gate = requestGate({
    atOnce: given.connections ? AT_ONCE.postgres : AT_ONCE.embedded,
    bodyWithin: callTimeout,
    requesterOf: requesters(config, callers, routes),
    onRefused: (refused) => app.log.warn({ refused }, 'too many requests: some were refused'),
  });
  const app = Fastify({
    ...TIMEOUTS,
    // What came before the stop is answered, also if it still waits for its turn or its body. New connections are refused by the socket.
    return503OnClosing: false,
    serverFactory: (serve) => {
      const server = createServer(CONNECTION_TIMEOUTS, gate.guarded(serve));
      server.keepAliveTimeout = TIMEOUTS.keepAliveTimeout;
      server.setTimeout(TIMEOUTS.connectionTimeout);
      boundConnections(server);
      server.on('connection', gate.connected);
      return server;
    },
    bodyLimit: MAX_BODY_BYTES,
    // Errors are logged without the parameters of their statements.
    logger: { level: config.logLevel, serializers: { req: callAsLogged, err: asLogged } },
    // Don't log health checks: load balancers poll every few seconds.
    logController: new LogController({ disableRequestLogging: ({ url }) => url.startsWith('/health/') }),
    // Also sent to the client, so that a report can be matched with the log.
    genReqId: () => randomUUID(),
    clientErrorHandler: answerUnreadable,
    rewriteUrl: (call) => readableAddress({ url: withoutBase(config)(call) }),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    routerOptions: ROUTING,
  });
  routes.learn(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.addHook('onRequest', async (request, reply) => void reply.header('X-Request-Id', request.id));
  limitTime(app, callTimeout);
  // Fastify ends here itself, without an answer, what a client has given up.
  app.addHook('preHandler', async (_request, reply) => gate.handling(reply.raw));
  app.addHook('onSend', async (_request, reply) => {
    // Tell clients not to reuse a connection that is about to be closed.
    if (given.unready?.() === 'stopping') reply.header('Connection', 'close');
  });
  app.addHook('onClose', () => {
    gate.close();
    return given.outbox.stop();
  });
  const { publicUntil } = given;
  if (publicUntil) await boundVisitors(app, { ...given, publicUntil });
  if (hasUnits(config)) isolatePortalOrigin(app, config);
  assignPriorities(app);
  const deps: Deps = { ...given, gateState: gate.state, callers, unnamedProxy: watchProxies(app, given.clock) };
  answerErrors(app);
  app.setNotFoundHandler(answerUnknownPath);

  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // antd injects styles at run time; scripts are all our own files.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'", ...[config.console.api_base, config.console.wax_base].filter((base) => URL.canParse(base))],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // HSTS is up to the reverse proxy, which terminates TLS.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'no-referrer' },
  });
  // List rows are repetitive; a page of session histories shrinks to a fourteenth. Request bodies are never decompressed.
  await app.register(compress, { encodings: ['gzip'], threshold: 1024, syncThreshold: COMPRESSED_AT_ONCE, globalDecompression: false });
  await app.register(swagger, {
    openapi: {
      ...(config.basePath !== '' && { servers: [{ url: config.basePath }] }),
      info: {
        title: 'Portico',
        version: '1',
        description:
          'The wire of the Portico console. All calls but login carry a Token header. A POST with an Idempotency-Key header is done once ' +
          'within a day, however often it is sent. A call that changes something leaves one entry of the audit trail (GET /api/audit).',
      },
    },
    transform: jsonSchemaTransform,
  });

  if (config.metrics) serveMetrics(app, deps);
  await app.register(healthRoutes(deps));
  await app.register(
    async (api) => {
      guard(api, deps);
      calledBy(api, 'staff');
      acceptEmptyBodies(api);
      // Again in this scope, for the bodies that it accepts.
      api.setNotFoundHandler(answerUnknownPath);
      answerExistingConsoles(api);
      serializeInPieces(api);
      const build = servedBuild();
      api.addHook('onSend', async (_request, reply) => {
        // Tenants' data must not be cached anywhere.
        reply.header('Cache-Control', 'no-store');
        const served = build();
        if (served !== null) reply.header('X-Console-Build', served);
      });
      const changes = accessChanges(deps, app.log);
      api.addHook('onClose', changes.close);
      for (const ofNoun of ROUTES) await api.register(withName(ofNoun.name, ofNoun({ ...deps, changes })));
      if (deps.phones) await api.register(demoRoutes(deps, deps.phones));
      api.get('/docs/json', { config: { open: true }, schema: { hide: true } }, async () => app.swagger());
    },
    { prefix: '/api' },
  );
  await app.register(
    async (wax) => {
      calledBy(wax, 'guests');
      acceptEmptyBodies(wax);
      wax.setNotFoundHandler(answerUnknownPath);
      wax.addHook('onSend', async (_request, reply) => void reply.header('Cache-Control', 'no-store'));
      for (const ofNoun of PUBLIC_ROUTES) await wax.register(withName(ofNoun.name, ofNoun(deps)));
      if (config.httpAaa) await wax.register(httpAaaRoutes(deps));
    },
    { prefix: '/wax' },
  );
  const { freeradiusToken } = config;
  if (freeradiusToken !== undefined) await app.register(freeradiusRoutes(deps, freeradiusToken), { prefix: '/radius' });
  if (config.opennds) await app.register(openndsRoutes(deps), { prefix: '/opennds' });
  if (hasUnits(config)) await app.register(portalRoutes(deps), { prefix: '/portal' });
  if (deps.phones) await app.register(demoGatewayRoutes(deps, deps.phones), { prefix: '/gateway' });
  await app.register(consoleFiles(deps));
  return app;
}
