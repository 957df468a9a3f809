import type { Problem } from '../../contract/development/problem.ts';

/** Unhashed URL → URL of the file, of scripts and stylesheets. */
export type Files = Record<string, string>;

/** Module id → ids of the modules that import it. */
export type Parents = Record<string, string[]>;

/** The browser's part of an app was built again, shortly before its release is live, or its build failed. */
export type BuildEvent = { app: string; parents: Parents } | { app: string; problem: Problem };

/** All type errors of an app; they do not stop its builds. */
export interface TypesEvent {
  app: string;
  types: Problem[];
}

/** Another composition is live. */
export interface LiveEvent {
  composition: string;
  files: Files;
  /** App → digest of its release. */
  apps: Record<string, string>;
}

/** All problems of the gateway. */
export interface ProblemsEvent {
  /** Token with which the page may report problems and open sources. */
  token: string;
  problems: Problem[];
}

/** An event for an open page in development. */
export type RefreshEvent = BuildEvent | TypesEvent | LiveEvent | ProblemsEvent;
