import type { IncomingMessage, ServerResponse } from 'node:http';
import { chooseEncoding, etagMatches } from './negotiate.ts';

/** An answer as it went out, ready to go out again. */
interface HotAnswer {
  /** Names and values by turns, as `writeHead` takes them without looking at each. */
  headers: string[];
  /** Those that a 304 repeats (RFC 9110 §15.4.5). */
  unmodified: string[];
  bytes: Buffer;
  etag: string;
  /** ms since the epoch: the copyright year is part of a document. */
  until: number;
  label: HotLabel;
}

/** What an answer counts as. */
export interface HotLabel {
  kind: 'page' | 'payload';
  app: string;
}

/** Finished answers of one composition by coding and address: most requests end here, before any routing. */
export interface HotAnswers {
  get(encoding: string, url: string): HotAnswer | undefined;
  /** Keeps an answer that is the same for everyone who asks for its address. */
  keep(
    url: string,
    encoding: string,
    headers: Readonly<Record<string, unknown>>,
    body: { bytes: Buffer; etag: string },
    label: HotLabel,
  ): void;
}

const MOST_ACCEPTS_KNOWN = 200;
const CODINGS = ['br', 'gzip'] as const;
const BODY_HEADERS = new Set(['content-encoding', 'content-length', 'content-type']);

/** @param mostBytes of all bodies together. */
export function createHotAnswers(now: () => number, mostBytes: number): HotAnswers {
  // By coding, then by address: a key put together from both would cost more than all the rest.
  const answers: Record<string, Map<string, HotAnswer>> = {
    br: new Map(),
    gzip: new Map(),
    identity: new Map(),
  };
  let total = 0;
  return {
    get(encoding, url) {
      const answer = answers[encoding]?.get(url);
      return answer && answer.until > now() ? answer : undefined;
    },
    keep(url, encoding, all, { bytes, etag }, label) {
      total += bytes.length;
      // What is asked for comes back at its next request.
      if (total > mostBytes) for (const kept of Object.values(answers)) kept.clear();
      if (total > mostBytes) total = bytes.length;
      const headers = Object.entries(all).map(([name, value]) => [name, String(value)] as const);
      answers[encoding]?.set(url, {
        headers: headers.flat(),
        unmodified: headers.filter(([name]) => !BODY_HEADERS.has(name)).flat(),
        bytes,
        etag,
        label,
        until: Date.UTC(new Date(now()).getUTCFullYear() + 1, 0),
      });
    },
  };
}

export interface HotHandlerOptions {
  live(): { hot: HotAnswers } | undefined;
  /** Told of every answer. */
  answered(label: HotLabel, status: number): void;
}

/** @returns answers a request from what is kept, and tells whether it did. */
export function createHotHandler({ live, answered }: HotHandlerOptions) {
  /** Accept-Encoding → coding: browsers send a handful of values. */
  const codings = new Map<string | undefined, string>();
  const codingFor = (accepted: string | undefined): string => {
    const known = codings.get(accepted);
    if (known !== undefined) return known;
    const coding = chooseEncoding(accepted, CODINGS) ?? 'identity';
    if (codings.size >= MOST_ACCEPTS_KNOWN) codings.clear();
    codings.set(accepted, coding);
    return coding;
  };
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, headers, url = '' } = request;
    // A cookie may show a preview.
    if (method !== 'GET' || headers.cookie !== undefined) return false;
    const answer = live()?.hot.get(codingFor(headers['accept-encoding']), url);
    if (!answer) return false;
    const status = etagMatches(headers['if-none-match'], answer.etag) ? 304 : 200;
    response.writeHead(status, status === 304 ? answer.unmodified : answer.headers);
    if (status === 304) response.end();
    else response.end(answer.bytes);
    answered(answer.label, status);
    return true;
  };
}
