/** What plays in the demonstration beside the server: units that ask and report by RADIUS, and the phones of visitors. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { ne } from 'drizzle-orm';
import { COA_PORT } from '../../contract/wire';
import { portalVisits } from '../access/portalFigures';
import type { Db } from '../database/db';
import { units } from '../database/schema';
import { repeat } from '../repeating';
import { answerToDisconnect, listenForDisconnects } from '../simulate/disconnects';
import type { RadiusTarget } from '../simulate/playedUnit';
import { living } from './living';
import { demoPhones, type DemoPhones } from './phones';
import { mulberry32 } from './random';

/** The server as those who play see it. */
export interface DemonstrationServer {
  db: Db;
  /** Where it listens for RADIUS. */
  target: () => RadiusTarget;
  /** The zone of hotspots that have none of their own. */
  zone: string;
  /** The moment at which its clock stands still, and nobody comes or goes; undefined for a running clock. */
  now: Date | undefined;
  onFailure: (error: unknown) => void;
}

export interface Demonstration {
  phones: DemoPhones;
  stop: () => Promise<void>;
}

/** The usual ports for RADIUS. */
const USUAL = { authentication: 1812, accounting: 1813 };

/** Milliseconds between two steps. */
const STEP = 4000;

/** Plays a demonstration that was made at that moment. */
export async function demonstrate({ db, target, zone, now, onFailure }: DemonstrationServer, made: Date): Promise<Demonstration> {
  const phones = demoPhones(db, target, onFailure);
  const visits = portalVisits(db, () => now ?? new Date(), onFailure);
  const present = living({ db, made, target, zone, visits, random: mulberry32(Date.now()) });
  const steps =
    now === undefined
      ? repeat(async () => {
          await present.step(new Date()).catch(onFailure);
          return STEP;
        }, STEP)
      : undefined;
  const answer = (datagram: Buffer) =>
    answerToDisconnect(datagram, [...phones.units(), ...present.units()], (key) => phones.end(key) || present.end(key));
  const { port, close } = await listenForDisconnects({ host: target().host, port: await freePort(COA_PORT) }, answer, onFailure);
  await db.update(units).set({ coa_port: port }).where(ne(units.coa_port, port));
  return {
    phones,
    stop: async () => {
      await steps?.stop();
      await visits.close();
      await phones.stop();
      close();
    },
  };
}

/** Where the demonstration listens for RADIUS if nothing else is set: on this machine alone, on free ports if the usual ones are taken. */
export async function demoRadius() {
  const [authentication, accounting] = [await freePort(USUAL.authentication), await freePort(USUAL.accounting)];
  return { host: '127.0.0.1', ports: { authentication, accounting, tls: 0 } };
}

/** This port if it is free, or else another one. */
async function freePort(wanted: number): Promise<number> {
  const socket = createSocket('udp4');
  try {
    socket.bind(wanted, '127.0.0.1');
    await once(socket, 'listening');
    return socket.address().port;
  } catch (error) {
    // Taken, or not for this user.
    if (wanted === 0) throw error;
    return await freePort(0);
  } finally {
    socket.close();
  }
}
