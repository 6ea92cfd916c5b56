/** First signal: `close`, then exit. Second: exit at once. A closed terminal (SIGHUP) counts like the others. */
export function onSignal(close: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      exitAfter(close);
    });
  }
}

/**
 * In a worker: on SIGTERM, which the supervisor sends, `close`, then exit. A terminal's signals are left to the supervisor, which gets them
 * as well. A repeated SIGTERM is ignored, because a service manager may also send it to all processes.
 */
export function onSupervisorsSignal(close: () => Promise<void>): void {
  let stopping = false;
  process.on('SIGTERM', () => {
    if (!stopping) exitAfter(close);
    stopping = true;
  });
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
}

function exitAfter(close: () => Promise<void>): void {
  void close().then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
}
