/** The kind of visitor that the page is hydrated for. */
export interface Profile {
  /** Time zone of the process, as in the environment. */
  zone: string;
  locale: string;
  /** Of the window, in CSS pixels. */
  width: number;
  /** The clock before or after the gateway's, in milliseconds. */
  shiftMs: number;
}

/** A script of a composition; its source comes by the standard input. */
export interface ScriptHead {
  /** On the site. */
  path: string;
  /** Its name in stacks. */
  name: string;
  /** Of its source. */
  bytes: number;
}

/** First message to a new process: the scripts of all apps of a composition, in the order of the standard input. */
export interface LoadMessage {
  type: 'load';
  profile: Profile;
  scripts: ScriptHead[];
  imports: Record<string, string>;
  /** JSON text of the composition's tables. */
  tables: string;
  /** Address of personal data → JSON text of the sample that its app declares. */
  personal: Record<string, string>;
}

/** A document to hydrate. */
export interface PageMessage {
  type: 'page';
  /** Where it is on the site, with its origin. */
  url: string;
  html: string;
}

/** Containers to ask for their exposes, in the share scope that the shell makes in this document. */
export interface ExposesMessage {
  type: 'exposes';
  url: string;
  html: string;
  containers: { app: string; entry: string; exposes: string[] }[];
}

/** A message as the process receives it: its answer has the same id. */
export type ParentMessage = (LoadMessage | PageMessage | ExposesMessage) & { id: number };
