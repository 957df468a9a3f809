/** The figures of a step, printed beside its name. */
export type Figures = Record<string, string | number>;

export interface Outcome {
  name: string;
  state: 'ok' | 'failed' | 'skipped';
  seconds: number;
  figures: Figures;
  reason?: string;
}

/** Thrown by a step that cannot run on this machine. */
export class Skip extends Error {}

/** Runs steps one after the other and stores their outcomes. A failed step does not stop the next ones. */
export class Report {
  readonly outcomes: Outcome[] = [];
  readonly #only: RegExp;

  /** @param only pattern of the names of the steps to run; `needed` steps always run. */
  constructor(only = '') {
    this.#only = new RegExp(only, 'i');
  }

  /** @returns whether the steps that depend on this one can run */
  async step(name: string, run: () => Promise<Figures | void>, needed = false): Promise<boolean> {
    if (!needed && !this.#only.test(name)) return true;
    const started = performance.now();
    const end = (rest: Pick<Outcome, 'state' | 'figures'> & { reason?: string }): boolean => {
      const outcome = { name, seconds: (performance.now() - started) / 1000, ...rest };
      this.outcomes.push(outcome);
      console.log(line(outcome));
      return outcome.state === 'ok';
    };
    try {
      return end({ state: 'ok', figures: (await run()) ?? {} });
    } catch (error) {
      const state = error instanceof Skip ? 'skipped' : 'failed';
      return end({ state, figures: {}, reason: (error as Error).message });
    }
  }

  /** The counts in one line. */
  summary(): string {
    const count = (state: Outcome['state']): number =>
      this.outcomes.filter((outcome) => outcome.state === state).length;
    return `${count('ok')} passed, ${count('failed')} failed, ${count('skipped')} skipped`;
  }

  get failed(): boolean {
    return this.outcomes.some(({ state }) => state === 'failed');
  }
}

const MARKS = { ok: '✓', failed: '✗', skipped: '–' };

function line({ name, state, seconds, figures, reason }: Outcome): string {
  const shown = Object.entries(figures).map(([label, value]) => `${label} ${value}`);
  const head = `${MARKS[state]} ${name.padEnd(46)} ${seconds.toFixed(1).padStart(6)} s  ${shown.join(', ')}`;
  return reason
    ? `${head}${reason
        .split('\n')
        .map((text) => `\n    ${text}`)
        .join('')}`
    : head.trimEnd();
}

/** @throws with `message` unless `condition` holds */
export function must(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message);
}
