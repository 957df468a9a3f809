import type { UpstreamReply } from '@voltframe/kit/contract/page/upstream';
import type { EndedBy } from '../../platform/runtime/supervised-child.ts';
import type { RenderCall } from './protocol.ts';

/** The question and the replies of a call of a render process, so that the same call can be made again. */
export interface CallRecord {
  /** The release whose code ran. */
  owner: { app: string; digest: string };
  type: RenderCall;
  request: unknown;
  /** @returns whether pages or the sitemap link to the requested address; false: a visitor may have invented it. */
  isListed(): Promise<boolean>;
  /** Replies of upstreams by their questions; undefined: more than 1 MB, so the call cannot be made again. */
  replies: Map<string, UpstreamReply> | undefined;
  /** Characters of the properties of an island, and of the replies. */
  size: number;
}

/** Observes the calls of render processes: releasing/witness makes failed ones again. No method throws or waits. */
export interface CallObserver {
  answered(record: CallRecord): void;
  /**
   * The code of the release threw, answered malformed, or did not answer in time.
   * @param errorId short id of the error, where it has one.
   */
  failed(record: CallRecord, reason: string, errorId: string | undefined): void;
  /** A process ended unexpectedly. @param suspects its calls in progress. */
  ended(end: ProcessEnd, suspects: CallRecord[]): void;
}

export interface ProcessEnd {
  owner: CallRecord['owner'];
  reason: string;
  by: EndedBy;
}

/** Characters of replies that a record holds at most. */
const MAX_SIZE = 1024 * 1024;

/** Adds a reply of an upstream. A record that becomes too large drops its replies. */
export function recordReply(record: CallRecord, question: unknown, reply: UpstreamReply): void {
  if (!record.replies) return;
  const key = JSON.stringify(question);
  record.size += key.length + (reply.ok ? reply.text.length : reply.message.length);
  if (record.size > MAX_SIZE) record.replies = undefined;
  else record.replies.set(key, reply);
}
