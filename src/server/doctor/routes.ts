import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { systemState, type SystemState } from '../../contract/system';
import { SYSTEM_CHECKS, SYSTEM_GROUPS } from '../../contract/plain/systemChecks';
import { allow } from '../auth/guard';
import type { Deps } from '../deps';
import { tooOften } from '../http/errors';
import { secondsToWait } from '../limits/queries';
import { VERSION } from '../version';
import { findFaults } from './faults';
import { machineFacts, FILES } from './machine';
import { networkFacts } from './network';
import { databaseFacts } from './queries';

/** Larger backups aren't read while a request waits; `portico doctor` reads any. */
const READ_BACKUP_UP_TO = 256 * 1_048_576;

/**
 * What `portico doctor` finds, for admins in the console: with the settings that this server was started with, so it also shows what has
 * changed around it since. Not in the public demonstration, where strangers are admins.
 */
export const systemRoutes =
  ({ db, clock, config, connections, publicUntil, unnamedProxy }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    if (publicUntil) return;

    const examine = async (): Promise<SystemState> => {
      const now = new Date();
      const database = await databaseFacts(db, connections ? 'postgres' : 'embedded', now);
      const context = { isServing: true, unnamedProxy: unnamedProxy?.()?.address ?? null, unitAddresses: database.units.addresses };
      const [machine, network] = await Promise.all([
        machineFacts(config, FILES, { readBackupUpTo: READ_BACKUP_UP_TO }),
        networkFacts(config, context),
      ]);
      const findings = findFaults({ config, machine, network, database, databaseProblem: null, servedElsewhere: null });
      const found = new Map(findings.map((finding) => [finding.fault, finding]));
      const checks = SYSTEM_GROUPS.flatMap((group) => [...SYSTEM_CHECKS[group]]).map((check) => {
        const finding = found.get(check);
        if (!finding) return { check, state: 'ok' as const, detail: '' };
        return { check, state: finding.stops || finding.breaks ? ('wrong' as const) : ('warning' as const), detail: finding.wrong };
      });
      return { version: VERSION, examined: now.toISOString(), checks };
    };

    /** The running examination: concurrent requests share its result. */
    let examining: Promise<SystemState> | undefined;

    app.get(
      '/system',
      { config: { ...allow('system.read'), priority: 'long' }, schema: { response: { 200: systemState } } },
      async ({ scope }) => {
        const wait = await secondsToWait(db, { limit: 'examinations', key: scope.accountId }, clock());
        if (wait > 0) throw tooOften(wait);
        examining ??= examine().finally(() => {
          examining = undefined;
        });
        return examining;
      },
    );
  };
