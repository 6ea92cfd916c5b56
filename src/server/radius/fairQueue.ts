/** A bounded work queue that serves senders round-robin: one that floods it delays only itself. */

interface Limits {
  /** Work running at the same time. */
  atOnce: number;
  /** Maximum waiting work. Of one sender no more may wait than there is room for others: half of it, if nobody else has any. */
  most: number;
}

export interface FairQueue {
  /** Queues work, which must not reject. False, without running it, if there is no room. */
  add: (sender: string, work: () => Promise<void>) => boolean;
  /** Resolves when nothing is waiting or running. */
  idle: () => Promise<void>;
}

export function fairQueue({ atOnce, most }: Limits): FairQueue {
  /** Work by sender, in round-robin order. */
  const waiting = new Map<string, (() => Promise<void>)[]>();
  let count = 0;
  const running = new Set<Promise<void>>();

  const next = () => {
    const [turn] = waiting;
    if (running.size >= atOnce || turn === undefined) return;
    const [sender, its] = turn;
    const work = its.shift();
    // If the sender has more work, it goes to the back of the queue.
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
      if (its.length >= most - count) return false;
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
