import type { Finding } from '@voltframe/kit/contract/operations/verdict';
import { type Problem, problemText } from '@voltframe/kit/contract/development/problem';

export interface ProblemsPorts {
  /** Writes to the terminal; called once for each problem until it is fixed. */
  tell(text: string): void;
  changed(): void;
}

interface Known {
  app: string;
  digest: string;
  message: string;
  /** Absent until its place in the source is computed. */
  problem?: Problem;
}

const MOST = 20;

/** The problems of the apps' newest releases, until they are fixed. */
export function createProblems({ tell, changed }: ProblemsPorts) {
  const newest = new Map<string, string>();
  const printed = createPrinter(tell);
  let known: Known[] = [];

  const isOld = ({ app, digest }: Known): boolean => (newest.get(app) ?? digest) !== digest;
  const keep = (wanted: (entry: Known) => boolean): void => {
    const before = known.length;
    known = known.filter(wanted);
    if (known.length !== before) changed();
  };
  const mended = (app: string): void => {
    printed.forget(app);
    keep((entry) => entry.app !== app || !isOld(entry));
  };
  const show = (entry: Known, problem: Problem): void => {
    entry.problem = problem;
    printed.tell(entry.app, problem);
    changed();
  };

  return {
    /** A build was found in an app's folder. @param isLive whether it is live already: builds between are dropped */
    offered(app: string, digest: string, isLive: boolean): void {
      newest.set(app, digest);
      if (isLive) mended(app);
    },
    /** Code of a release threw. @param describe computes the report of the error; called once for each message */
    thrown({ app, digest, message }: Known, describe: () => Promise<Problem>): void {
      const entry: Known = { app, digest, message };
      const isAlike = (other: Known): boolean =>
        other.app === app && other.digest === digest && other.message === message;
      if (isOld(entry) || known.some(isAlike)) return;
      keep((other) => other.app !== app || !isOld(other));
      if (known.length >= MOST) return;
      known.push(entry);
      void describe().then((problem) => known.includes(entry) && show(entry, problem));
    },
    /** Admission decided on the newest release of an app. @param findings none: it is live */
    decided(app: string, findings: Finding[]): void {
      if (findings.length === 0) return mended(app);
      keep((entry) => entry.app !== app || !isOld(entry));
      const digest = newest.get(app) ?? '';
      const isKnown = ({ reason }: Finding): boolean =>
        known.some((entry) => entry.app === app && reason.includes(entry.message));
      for (const { reason, fix } of findings.filter((entry) => !isKnown(entry))) {
        const entry: Known = { app, digest, message: reason };
        if (known.length >= MOST) return;
        known.push(entry);
        show(entry, { app, message: `${reason}\n${fix}` });
      }
    },
    /** A page reported it. */
    seen: (problem: Problem) => printed.tell(problem.app, problem),
    current: (): Problem[] => known.flatMap(({ problem }) => (problem ? [problem] : [])),
  };
}

/** Writes each problem of an app once, until the problems of the app are fixed. */
function createPrinter(write: (text: string) => void) {
  const printed = new Map<string, Set<string>>();
  return {
    forget: (app: string) => printed.delete(app),
    tell(app: string, problem: Problem): void {
      const before = printed.get(app) ?? new Set<string>();
      printed.set(app, before);
      const key = `${problem.place?.file ?? ''} ${problem.message}`;
      if (before.has(key) || before.size >= MOST) return;
      before.add(key);
      write(`${problemText(problem)}\n`);
    },
  };
}
