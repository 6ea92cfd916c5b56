import { stopAll } from './globalSetup/toStop.mjs';

/** Stops what the projects' setups have started, and nothing else. */
export default async function globalTeardown() {
  await stopAll();
}
