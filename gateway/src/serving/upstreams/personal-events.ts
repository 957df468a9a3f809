import { MB } from '@voltframe/kit/contract/units';
import { PassThrough } from 'node:stream';
import type { every } from '../../platform/runtime/timers.ts';
import { boundedBody, mediaTypeOf, type RawResponse } from './fetch-response.ts';
import type { PersonalStream } from './personal-file.ts';

/** The open streams of events for visitors. Browsers open one that has ended again. */
export interface EventStreams {
  /**
   * Passes the events of a backend on.
   * @param visitor.session identifies the session that the backend knows.
   * @param visitor.isCurrent whether the release that is live still declares the stream; asked with each heartbeat.
   * @returns the stream, which ends after a quarter of an hour, so that the backend checks the session again.
   * @throws CallFailure for another type
   */
  open(answer: Pick<RawResponse, 'headers' | 'body'>, visitor: EventVisitor): PersonalStream;
  /** Ends the streams of a session that has ended or changed. */
  endSession(session: string): void;
  endAll(): void;
}

export interface EventVisitor {
  session: string;
  isCurrent: () => boolean;
}

const EVENTS_TYPE = 'text/event-stream';
/** Of its headers: the second tells proxies to pass each event on at once. */
export const EVENT_HEADERS = { 'content-type': `${EVENTS_TYPE}; charset=utf-8`, 'x-accel-buffering': 'no' };
/**
 * For a visitor whom the backend does not know. Browsers write errors on the console for other statuses, and stop
 * asking after them.
 */
export const ANONYMOUS_EVENT = 'retry: 60000\nevent: anonymous\ndata: {}\n\n';
/** The first event for any other visitor. */
const KNOWN_EVENT = 'event: known\ndata: {}\n\n';
/** A comment, by which proxies and both sides know that the other one is there. */
const HEARTBEAT = ':\n';
const BEAT_MS = 15_000;
const LIFE_BEATS = 60;
/** Longest life of a stream, in ms. */
export const EVENTS_LIFE_MS = BEAT_MS * LIFE_BEATS;
/** Of one stream, because browsers keep an event in memory until it ends. */
const MAX_BYTES = 4 * MB;
const NEW_LINE = 0x0a;

/** @param repeat calls back at an interval, as `every`. */
export function createEventStreams(repeat: typeof every): EventStreams {
  const open = new Map<() => void, string>();
  return {
    open({ headers, body }, { session, isCurrent }) {
      mediaTypeOf(headers, (media) => media === EVENTS_TYPE);
      const stream = new PassThrough();
      stream.write(KNOWN_EVENT);
      const source = boundedBody(body, MAX_BYTES);
      let last = NEW_LINE;
      let beats = 0;
      const end = (): void => {
        source.unpipe(stream);
        source.destroy();
        stream.end();
      };
      const stop = repeat(BEAT_MS, () => {
        if (++beats >= LIFE_BEATS || !isCurrent()) end();
        // Within a line it would be a part of an event. A visitor who reads nothing gets no more.
        else if (last === NEW_LINE && !stream.writableNeedDrain) stream.write(HEARTBEAT);
      });
      open.set(end, session);
      // A backend that fails ends the stream as a healthy one does: browsers ask again.
      source.on('data', (part: Uint8Array) => (last = part[part.length - 1] ?? last)).on('error', end);
      source.pipe(stream);
      stream.on('close', () => {
        stop();
        open.delete(end);
        source.destroy();
      });
      return { headers: EVENT_HEADERS, stream };
    },
    endSession(session) {
      for (const [end, of] of open) if (of === session) end();
    },
    endAll() {
      for (const end of open.keys()) end();
    },
  };
}
