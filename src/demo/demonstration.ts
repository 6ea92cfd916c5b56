/** Runs the demonstration's simulation next to the server: units that authenticate and report by RADIUS, and visitors' phones. */
import { ne } from 'drizzle-orm';
import { COA_PORT } from '../contract/plain/wire';
import { portalVisits } from '../server/access/portalVisits';
import type { Db } from '../server/database/db';
import { units } from '../server/database/schema';
import { startJob } from '../server/backgroundJob';
import { answerToRequest, listenForRequests } from './simulate/unitRequests';
import type { RadiusTarget } from './simulate/playedUnit';
import { startLiveTraffic } from './liveTraffic';
import { demoPhones, type DemoPhones } from './phones';
import { mulberry32 } from './random';

/** The server, as seen by the simulation. */
export interface DemonstrationServer {
  db: Db;
  /** Where the server listens for RADIUS. */
  target: () => RadiusTarget;
  /** Default time zone, for hotspots without one. */
  zone: string;
  /**
   * Time at which the server's clock is frozen, in which case nothing is simulated except visitors' phones; undefined for a running clock.
   */
  now: Date | undefined;
  onFailure: (error: unknown) => void;
}

export interface Demonstration {
  phones: DemoPhones;
  /** Where units are asked to end or change sessions. */
  requests: { address: string; port: number };
  stop: () => Promise<void>;
}

/**
 * Where a demonstration listens for RADIUS unless configured: on loopback only, at the standard ports, or at free ones if those are taken.
 */
export const DEMO_RADIUS = { host: '127.0.0.1', ports: { authentication: 1812, accounting: 1813, tls: 0 }, mayMove: true };

/** Milliseconds between two steps of the simulation. */
const STEP = 4000;

/** Runs the simulation of a demonstration that was seeded at `createdAt`. Also sets the units' CoA port to the one it listens on. */
export async function demonstrate({ db, target, zone, now, onFailure }: DemonstrationServer, createdAt: Date): Promise<Demonstration> {
  const phones = demoPhones(db, target, onFailure);
  const visits = portalVisits(db, () => now ?? new Date(), onFailure);
  const present = startLiveTraffic({ db, createdAt, target, zone, visits, random: mulberry32(Date.now()) });
  const steps =
    now === undefined
      ? startJob(async () => {
          await present.step(new Date()).catch(onFailure);
          return STEP;
        }, STEP)
      : undefined;
  const answer = (datagram: Buffer) =>
    answerToRequest(datagram, [...phones.units(), ...present.units()], (key) => phones.sessionOf(key) ?? present.sessionOf(key));
  const { host } = target();
  const { port, close } = await listenForRequests({ host, port: COA_PORT }, answer, onFailure).catch(async () =>
    listenForRequests({ host, port: 0 }, answer, onFailure),
  );
  await db.update(units).set({ coa_port: port }).where(ne(units.coa_port, port));
  return {
    phones,
    requests: { address: host, port },
    stop: async () => {
      await steps?.stop();
      await visits.close();
      await phones.stop();
      close();
    },
  };
}
