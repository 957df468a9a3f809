import type { Problem } from '../../contract/development/problem.ts';

/** Unhashed URL → URL of the file, of scripts and stylesheets. */
export type Files = Record<string, string>;

/** Module id → ids of the modules that import it. */
export type Parents = Record<string, string[]>;

/** The browser's half of an app was built again, long before its release can be live; or it could not be. */
export type BuildEvent = { app: string; files: Files; parents: Parents } | { app: string; problem: Problem };

/** Which types of an app do not fit, all of them each time; its builds go on. */
export interface TypesEvent {
  app: string;
  types: Problem[];
}

/** Another composition is live. */
export interface LiveEvent {
  composition: string;
  files: Files;
  /** App → digest of its release; absent: the gateway is of before. */
  apps?: Record<string, string>;
}

/** What the gateway knows to be wrong, all of it each time. */
export interface ProblemsEvent {
  /** With which the page may tell of what it knows, and open sources. */
  token: string;
  problems: Problem[];
}

/** What an open page is told while developing. */
export type RefreshEvent = BuildEvent | TypesEvent | LiveEvent | ProblemsEvent;
