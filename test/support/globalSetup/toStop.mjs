/** @type {(() => Promise<void>)[]} */
const stops = [];

/** Remembers how to stop what a project's set-up started. */
export function toStop(/** @type {() => Promise<void>} */ stop) {
  stops.push(stop);
}

export async function stopAll() {
  await Promise.all(stops.splice(0).map((stop) => stop()));
}
