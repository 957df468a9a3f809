export interface VirtualTimeOptions {
  /** Waits until all pending promises and imports have run. */
  turn(): Promise<void>;
  /** Called with errors of callbacks. */
  onError(error: unknown): void;
}

interface Task {
  id: number;
  at: number;
  callback: () => void;
  every?: number | undefined;
}

/** Most callbacks at one time; React schedules a few dozen for a page. */
const MOST_AT_ONCE = 1_000;
/** Shortest interval, as in browsers. */
const SHORTEST_INTERVAL_MS = 4;

/**
 * The clock of a page that is hydrated without a browser. It advances from timer to timer when no other work
 * is left, so that a page sees the same times in the same order on a busy and on a fast machine.
 */
export interface VirtualTime {
  /** Virtual time since the page was opened, in milliseconds. */
  now: () => number;
  /** Runs a callback after a delay in milliseconds of virtual time. @returns the id for `clear`. */
  set(callback: () => void, ms?: number, every?: boolean): number;
  clear(id: unknown): void;
  /**
   * Runs due callbacks in order, until none is due before that time.
   * @param until end of the run in milliseconds, called before each callback.
   * @returns false when callbacks never end without time advancing.
   */
  run(until: () => number): Promise<boolean>;
}

export function createVirtualTime({ turn, onError }: VirtualTimeOptions): VirtualTime {
  const tasks = new Map<number, Task>();
  let time = 0;
  let nextId = 1;
  const add = (task: Task): void => void tasks.set(task.id, task);
  const earliest = (): Task | undefined => {
    let first: Task | undefined;
    for (const task of tasks.values())
      if (!first || task.at < first.at || (task.at === first.at && task.id < first.id)) first = task;
    return first;
  };
  const perform = ({ id, callback, every }: Task): void => {
    tasks.delete(id);
    if (every !== undefined) add({ id, at: time + every, callback, every });
    try {
      callback();
    } catch (error) {
      onError(error);
    }
  };
  return {
    now: () => time,
    set(callback: () => void, ms = 0, every = false): number {
      const wait = Number.isFinite(ms) ? Math.max(ms, 0) : 0;
      const id = nextId++;
      const interval = every ? Math.max(wait, SHORTEST_INTERVAL_MS) : undefined;
      add({ id, at: time + (interval ?? wait), callback, every: interval });
      return id;
    },
    clear: (id: unknown) => void tasks.delete(id as number),
    async run(until: () => number): Promise<boolean> {
      for (let atOnce = 0; ;) {
        await turn();
        const task = earliest();
        if (!task || task.at > until()) return true;
        atOnce = task.at > time ? 0 : atOnce + 1;
        if (atOnce > MOST_AT_ONCE) return false;
        time = Math.max(time, task.at);
        perform(task);
      }
    },
  };
}
