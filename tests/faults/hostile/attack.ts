import type { HostileSite } from './hostile-site.ts';

/** One try to hurt others. What it must never do, nobody has to write down: change an answer of another app. */
export interface Attack {
  /** What it is aimed at, in the words of docs/operations.md. */
  aim: string;
  name: string;
  /** @returns what came of it, as one text. */
  run(site: HostileSite): Promise<string>;
  /** How it has to end, besides. */
  ends: RegExp;
  /** It waits for a time limit: left to the long form. */
  slow?: true;
}

/** An attack of a group, without its aim. */
export type Case = [name: string, ends: RegExp, run: Attack['run'], more?: Pick<Attack, 'slow'>];

export function attacksOn(aim: string, cases: Case[]): Attack[] {
  return cases.map(([name, ends, run, more]) => ({ aim, name, ends, run, ...more }));
}
