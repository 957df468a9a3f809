/**
 * The outcome of a repeated call. `answered`: the release answered it. `failed`: its code failed, or the process
 * ended. `untried`: undetermined.
 */
export type ReplayOutcome =
  | { type: 'answered' }
  /** `frames`: where it was thrown, in the team's own source, the nearest first; absent: nothing was thrown. */
  | { type: 'failed'; reason: string; frames?: string[] | undefined }
  | { type: 'untried'; reason: string };

/**
 * The cause of a failure, determined by a replay. `release`: it fails with the blamed release and not with the one
 * before. `input`: it fails with both. `gone`: the blamed release no longer fails. `untried`: undetermined.
 */
export type Blame = 'release' | 'input' | 'gone' | 'untried';

/** The result of a replay: the answer of `POST /-/errors/:id/replay`. */
export interface Replay {
  blame: Blame;
  app: string;
  /** Digest of the blamed release. */
  release: string;
  /** Digest of the release before it; absent: none. */
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
