/** A kind of visitor. */
export interface Profile {
  /** Time zone of the process, as in the environment. */
  zone: string;
  locale: string;
  /** Size of the window, in CSS pixels. */
  width: number;
  /** Difference of the clock from the gateway's, in milliseconds. */
  shiftMs: number;
}

/** A script of a composition; its source is sent through the standard input. */
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
  /** Its URL on the site. */
  url: string;
  html: string;
  /** Its Content-Security-Policy. */
  policy: string;
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
