import type { FormDeclaration } from '@voltframe/kit/contract/forms/form';
import type { FastifyRequest } from 'fastify';
import type { Kysely, Transaction } from 'kysely';

/** The stores and the outbox of the package. The caller provides them; they outlive the package. */
export interface StoragePorts {
  /**
   * The one connection of the process to the site's database, with the tables of migrations.ts. Two connections of one
   * process to a SQLite file would block each other.
   */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tables of other stores are in it, too
  db: Kysely<any>;
  /** Folder of received files. */
  folder: string;
  /** Whether other gateways use the database: files are stored in it then. */
  shared: boolean;
  outbox: Outbox;
  /** @returns the secret of this name, generated at the first call and the same ever after. */
  secret(name: 'links'): Promise<string>;
  /** Signs short values with a secret. A value signed for one purpose is invalid for another. */
  signed(secret: string, purpose: string): SignedValues;
  /** `url` is without a slash at its end. */
  site: { name: string; url: string; separator: string };
  /**
   * Adds an entry to the history of the site.
   * @param note numbers of records; no personal data.
   */
  record(action: 'enquiries-erase' | 'enquiries-export', note: string): Promise<void>;
  /** Forms of the live composition, for the words of mails. */
  forms(): readonly FormDeclaration[];
  /** @returns channels of the outbox, on which receivers of events get the entries of an app's forms. */
  receiversOf(app: string): readonly string[];
  /** ms since the epoch. */
  now: () => number;
}

/** A form with the app that declares it; undefined: no single app does. */
export interface TakenForm extends FormDeclaration {
  app?: string | undefined;
}

/** Further dependencies of the routes. */
export interface RoutePorts {
  /**
   * @param action address that a form is posted to.
   * @returns versions of the form: the live one first, then those of pages that may still be open.
   */
  formsAt(action: string): readonly TakenForm[];
  /**
   * @param address of the visitor, for whom the page may have to be rendered: such renderings are limited. Undefined:
   *   his connection is gone.
   * @returns a page as visitors get it, with its Content-Security-Policy; undefined when it cannot be had just now.
   */
  page(
    path: string,
    address: string | undefined,
  ): Promise<{ status: number; html: string; policy?: string | undefined } | undefined>;
  /** Runs a function of a module in a thread that can be ended, one call at a time. */
  thread<Task, Result>(options: ThreadOptions): { run(task: Task): Promise<Result>; end(): void };
  /** @param options `together`: all visitors have one count; default: each address has its own. */
  limit(options: { most: number; windowMs: number; together?: true }): Limit;
  /** @returns whether a page of another site sent a request. */
  isCrossSite(request: FastifyRequest): boolean;
}

export interface ThreadOptions {
  /** Absolute path of the module. */
  module: string;
  /** Name under which the module exports the function. */
  name: string;
  /** Limit of the heap, in megabytes. */
  memoryMb: number;
  /** Calls that may wait for the one in work. */
  mostWaiting: number;
  /** Longest time of one call, in milliseconds, and the message of the error of a call that exceeds it. */
  limit: { ms: number; reason: string; blocks: false };
}

/** Counts an attempt. @returns undefined, or the time in ms after which an attempt is allowed again. */
export type Limit = (request: FastifyRequest) => number | undefined;

export interface SignedValues {
  /** @param until ms since the epoch; 0 = for ever. */
  sign(value: string, until: number): string;
  /** @returns undefined when the text is forged, malformed or past its time. */
  read(text: unknown): { value: string } | undefined;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as `db`
type AnyTransaction = Transaction<any>;

/** Delivers at least once, with retries. */
export interface Outbox {
  /**
   * Stores deliveries in the transaction of their subjects.
   * @param mode `replace`: those of the same subjects that wait go.
   */
  add(tx: AnyTransaction, deliveries: readonly NewDelivery[], mode?: 'replace'): Promise<void>;
  /** Removes the deliveries of subjects that are removed in the same transaction. */
  remove(tx: AnyTransaction, subjectIds: readonly string[]): Promise<void>;
  of(subjectId: string): Promise<Delivery[]>;
  /** @returns the number of waiting deliveries by channel, and the time of the oldest (ms since the epoch). */
  depth(channels: readonly string[]): Promise<{ channel: string; waiting: number; oldest: number }[]>;
  serve(user: {
    channels: readonly string[];
    /** Rejects when the delivery failed. */
    deliver(delivery: Delivery): Promise<void>;
    givesUp: readonly string[];
    waitingKind: string;
    tidy(): Promise<unknown>;
  }): Deliveries;
  /** Undefined: no mail server is configured. */
  mail: { send(id: string, mail: Mail): Promise<void> } | undefined;
}

export interface NewDelivery {
  subjectId: string;
  kind: 'enquiry' | 'form-entry' | 'confirm' | 'welcome';
  /** A {@link Channel}, `none`, or the channel of a receiver of events. */
  channel: string;
  /** ms since the epoch. */
  at: number;
  id?: string;
}

/** The way that the owner gets entries. Receivers of events have channels of their own. */
export type Channel = 'smtp';

export interface Delivery {
  /** Stays the same over all attempts. */
  id: string;
  kind: string;
  channel: string;
  subject_id: string;
  attempts: number;
  /** ms since the epoch. */
  sent_at: number | null;
  last_error: string | null;
}

export interface Deliveries {
  /** Delivers soon. */
  wake(): void;
  /** Delivers the due rows. @returns the number of attempts. */
  deliverDue(): Promise<number>;
}

/** A message in plain text: typed text is never markup. */
export interface Mail {
  to: string;
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  headers?: Record<string, string>;
  attachments?: { filename: string; content: Buffer; contentType?: string }[];
}
