/** @type {(() => Promise<void>)[]} */
const stops = [];

/** Registers how to stop something a project's setup has started. */
export function toStop(/** @type {() => Promise<void>} */ stop) {
  stops.push(stop);
}

export async function stopAll() {
  await Promise.all(stops.splice(0).map((stop) => stop()));
}
