/**
 * What became of a call that was made again. `answered`: the release answered it. `failed`: by code of the release, or
 * the process ended. `untried`: that could not be found out.
 */
export type ReplayOutcome =
  | { type: 'answered' }
  /** `frames`: where it was thrown, in the team's own source, the nearest first; absent: nothing was thrown. */
  | { type: 'failed'; reason: string; frames?: string[] | undefined }
  | { type: 'untried'; reason: string };

/**
 * Who is to blame for a failure, by trying it again. `release`: it fails with the accused release and not with the one
 * before. `input`: it fails with both. `gone`: the accused release does not fail any more. `untried`: that could not be
 * found out.
 */
export type Blame = 'release' | 'input' | 'gone' | 'untried';

/** The result of a replay: the answer of `POST /-/errors/:id/replay`. */
export interface Replay {
  blame: Blame;
  app: string;
  /** Digest of the accused release. */
  release: string;
  /** Digest of the release before it; absent: there is none to compare with. */
  before?: string | undefined;
  /** The replayed request, without query values that no route declares. */
  request: string;
  accused: ReplayOutcome;
  /** Absent: the release before was not tried. */
  earlier?: ReplayOutcome | undefined;
}

/** @returns the outcome in words. */
export function outcomeText(outcome: ReplayOutcome): string {
  return outcome.type === 'answered' ? 'answered' : `${outcome.type}: ${outcome.reason}`;
}
