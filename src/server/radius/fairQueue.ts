/** Work that waits its turn, in which senders take turns: one that sends a lot waits for itself. */

interface Limits {
  /** Work done at the same time. */
  atOnce: number;
  /** Work that waits, in all and of one sender. */
  most: number;
  mostOfOne: number;
}

export interface FairQueue {
  /** False if there is no room; the work isn't done then. Work must not reject. */
  add: (sender: string, work: () => Promise<void>) => boolean;
  /** Resolves when nothing is waiting or being done. */
  idle: () => Promise<void>;
}

export function fairQueue({ atOnce, most, mostOfOne }: Limits): FairQueue {
  /** In the order of their turns. */
  const waiting = new Map<string, (() => Promise<void>)[]>();
  let count = 0;
  const running = new Set<Promise<void>>();

  const next = () => {
    const [turn] = waiting;
    if (running.size >= atOnce || turn === undefined) return;
    const [sender, its] = turn;
    const work = its.shift();
    // Behind the others, if there is more of it.
    waiting.delete(sender);
    if (its.length > 0) waiting.set(sender, its);
    if (!work) return;
    count -= 1;
    const done = work().finally(() => {
      running.delete(done);
      next();
    });
    running.add(done);
  };

  return {
    add: (sender, work) => {
      const its = waiting.get(sender) ?? [];
      if (count >= most || its.length >= mostOfOne) return false;
      its.push(work);
      waiting.set(sender, its);
      count += 1;
      next();
      return true;
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
