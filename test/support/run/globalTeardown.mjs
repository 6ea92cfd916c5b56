import { stopAll } from './globalSetup/toStop.mjs';

/** Stops what the projects' setups started, and nothing else. */
export default async function globalTeardown() {
  await stopAll();
}
