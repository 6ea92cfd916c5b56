import { stopAll } from './globalSetup/toStop.mjs';

/** Stops what the projects' set-ups started, and nothing else. */
export default async function globalTeardown() {
  await stopAll();
}
