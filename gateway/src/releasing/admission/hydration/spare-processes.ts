import type { ChildProcess } from 'node:child_process';

/** Processes that load what they hydrate with before anybody knows the pages: that takes as long as five of them. */
export interface SpareProcesses<Kind> {
  /** Starts one of each ahead. */
  prepare(kinds: Kind[]): void;
  /** @returns the one that was started ahead, if it runs, else a new one. */
  take(kind: Kind): ChildProcess;
  /** Ends those that nobody took. */
  end(): void;
}

export function createSpareProcesses<Kind>(spawn: (kind: Kind) => ChildProcess): SpareProcesses<Kind> {
  const spares = new Map<Kind, ChildProcess>();
  return {
    prepare(kinds) {
      for (const kind of kinds) {
        if (spares.has(kind)) continue;
        const child = spawn(kind);
        child.on('error', () => {}); // one that could not be started is not taken
        spares.set(kind, child);
      }
    },
    take(kind) {
      const spare = spares.get(kind);
      spares.delete(kind);
      return spare && runs(spare) ? spare : spawn(kind);
    },
    end() {
      for (const spare of spares.values()) spare.kill('SIGKILL');
      spares.clear();
    },
  };
}

function runs({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null;
}
