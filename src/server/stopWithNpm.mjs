/**
 * npm and npx hand a signal to the shell they started, and that shell dies without passing it on: a server would be left behind with
 * its port and its folder. Called in the process that serves, this takes the end of the parent for the signal.
 */
export function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 100);
  watch.unref();
  // Ctrl-C reaches this process too, and a second signal would cut a graceful stop short.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => {
      clearInterval(watch);
      // Nobody else listens yet: what a signal does by itself must happen all the same.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    });
  }
}
