import type { HostileSite } from './hostile-site.ts';

/** An attack on others. For every attack the test checks that no answer of another app changes. */
export interface Attack {
  /** The target of the attack. */
  aim: string;
  name: string;
  /** @returns the outcome, as text. */
  run(site: HostileSite): Promise<string>;
  /** Matches the expected outcome. */
  expected: RegExp;
  /** Waits for a time limit: only in the long form. */
  slow?: true;
}

/** An attack of a group, without its aim. */
export type Case = [name: string, expected: RegExp, run: Attack['run'], more?: Pick<Attack, 'slow'>];

export function attacksOn(aim: string, cases: Case[]): Attack[] {
  return cases.map(([name, expected, run, more]) => ({ aim, name, expected, run, ...more }));
}
