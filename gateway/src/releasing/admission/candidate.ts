import type { MeasuredRelease } from '@voltframe/kit/contract/operations/measurements';
import type { SharedLibrary } from '@voltframe/kit/contract/operations/shared-libraries';
import type { Finding, Warning } from '@voltframe/kit/contract/operations/verdict';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { ServedComposition } from '../../serving/compositions/served-composition.ts';

/** One release of every app, by app. */
export type Releases = Readonly<Record<string, Release>>;

/** A composition that may become live: the input of the checks that run it. */
export interface Candidate {
  served: ServedComposition;
  /** The apps with a new release: only these are blamed for a defect between two apps. */
  changed: ReadonlySet<string>;
  /** The composition that visitors get now; undefined before the first activation. */
  live: ServedComposition | undefined;
  /** Takes a defect that does not prevent the activation. */
  warn?(warning: Warning): void;
  /** Takes the name of a part that passed its check. */
  notePassed?(part: string): void;
  /** Takes each defect as soon as it is sure: the deadline may come before the other checks end. */
  noteFailed?(finding: Finding): void;
  /** Aborted at the deadline of the admission: no further work begins. */
  signal: AbortSignal;
}

/** A check that runs the candidate. @returns the defects; none: it passed. */
export type Check = (candidate: Candidate) => Promise<Finding[]>;

/** The result of admission. */
export interface Checked {
  findings: Finding[];
  /** Defects that do not prevent the activation. */
  warnings: Warning[];
  /** Measurements of the new releases; absent without budgets. */
  measured?: MeasuredRelease[] | undefined;
  /** The libraries of the new releases; absent for none, and for a refusal. */
  libraries?: SharedLibrary[] | undefined;
}
