/**
 * npm and npx send signals to the shell they started, which dies without passing them on and leaves the server running, with its port and
 * folder taken. Call this in the serving process: it treats the parent's exit as a SIGTERM.
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
      // With no other listeners, the signal's default action must still happen.
      if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
    });
  }
}
