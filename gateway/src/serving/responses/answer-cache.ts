import { LRUCache } from 'lru-cache';
import { CANONICAL_QUERY } from '@voltframe/kit/contract/page/canonical';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import { KB } from '@voltframe/kit/contract/units';
import type { AnswerLabel } from '../../observing/telemetry/telemetry.ts';
import type { EncodedBody, EncodedBytes } from './encoded-body.ts';

/** An answer with its headers, which is sent without any routing. */
export interface ReadyAnswer extends EncodedBytes {
  /** Headers of the 200: names and values by turns. */
  headers: string[];
  /** Headers that a 304 repeats (RFC 9110 §15.4.5): names and values by turns. */
  unmodified: string[];
  /** The bytes to send; few bytes as text, with a character for each byte (latin1): see `contentOf`. */
  content: Buffer | string;
  label: AnswerLabel;
  /** State of its data at the time of the answer, which its headers contain. */
  state: string | undefined;
}

/** Where a response that is the same for everyone is stored. */
export interface ReadyAt {
  answers: Pick<AnswerCache, 'makeReady'>;
  /** The parts of a request that the response depends on. */
  address: string;
  label: AnswerLabel;
}

export interface AnswerCacheOptions {
  now: () => number;
  /** Of all bodies, in every encoding, with their headers and addresses. */
  mostBytes: number;
  /** See `decidingParameters`. */
  deciding: DecidingParameters | undefined;
  /** Called when a body was searched. */
  searched(app: string, hit: boolean): void;
}

interface Entry {
  body: EncodedBody;
  /** ms since the epoch: the copyright year is part of a document. */
  until: number;
  /** By encoding. */
  ready: Record<string, ReadyAnswer>;
}

/** The finished answers of one composition. */
export interface AnswerCache {
  /**
   * Finds a body for a request that was routed.
   * @param app that it is of; '' for none. @returns undefined when there is none, or its data has changed.
   */
  find(address: string, app: string): EncodedBody | undefined;
  /** Stores a body. */
  store(address: string, body: EncodedBody): void;
  /**
   * Finds an answer for a request that was not routed: most requests end here.
   * @param url as requested; it may contain parameters without effect.
   */
  findReady(encoding: string, url: string): ReadyAnswer | undefined;
  /**
   * Adds the headers to a stored body, which is then found without routing.
   * @param at url: as requested; for any other spelling than the address of the response nothing is added.
   * @param headers as Node has accepted them; they are not validated again.
   */
  makeReady(
    at: { url: string; address: string; encoding: string },
    headers: Readonly<Record<string, unknown>>,
    bytes: EncodedBytes,
    label: AnswerLabel,
  ): void;
  clear(): void;
}

/** Headers of one response alone, and the length, which is added last. */
const OWN_HEADERS = new Set(['server-timing', 'content-length']);
const BODY_HEADERS = new Set(['content-encoding', 'content-type']);
/** Memory of the headers of an answer in all encodings, in bytes. */
const HEADERS_BYTES = 4_000;
/**
 * Memory of a body as a multiple of its plain bytes: the compressed ones that are added later take less than half, and
 * their texts as much again.
 */
const IN_ALL_ENCODINGS = 2;
/** With the headers less than the 16 KB that Node writes without a buffer of its own. */
const MOST_AS_TEXT = 13 * KB;

/** Finished answers of one composition by their canonical address; above the limit the least recently used goes. */
export function createAnswerCache(options: AnswerCacheOptions): AnswerCache {
  const { now, mostBytes, deciding, searched } = options;
  const entries = new LRUCache<string, Entry>({
    maxSize: mostBytes,
    sizeCalculation: ({ body }, address) =>
      Math.ceil(body.size() * IN_ALL_ENCODINGS) + address.length + HEADERS_BYTES,
  });
  /** One object per label, shared by all responses: counting compares by identity. */
  const labels = new Map<string, AnswerLabel>();
  const known = (label: AnswerLabel): AnswerLabel => {
    const key = `${label.kind} ${label.app} ${label.route}`;
    const first = labels.get(key) ?? label;
    labels.set(key, first);
    return first;
  };
  const current = (address: string): Entry | undefined => {
    const entry = entries.get(address);
    return entry && entry.until > now() ? entry : undefined;
  };
  return {
    find(address, app) {
      const body = current(address)?.body;
      const found = body?.data?.state() === 'changed' ? undefined : body;
      searched(app, found !== undefined);
      return found;
    },
    store(address, body) {
      entries.set(address, { body, until: endOfYear(now()), ready: {} });
    },
    findReady(encoding, url) {
      // Most requests use exactly the stored address.
      let entry = current(url);
      if (!entry && url.includes('?')) entry = current(readyAddress(url, deciding) ?? '');
      const ready = entry?.ready[encoding];
      if (!ready || entry!.body.data === undefined) return ready;
      const state = entry!.body.data.state();
      return state !== 'changed' && state === ready.state ? ready : undefined;
    },
    makeReady({ url, address, encoding }, headers, { bytes, etag }, label) {
      const entry = entries.peek(address);
      if (!entry || readyAddress(url, deciding) !== address) return;
      const state = entry.body.data?.state();
      entry.ready[encoding] = {
        ...bothHeaders(headers, bytes.length),
        content: contentOf(bytes),
        bytes,
        etag,
        state,
        label: known(label),
      };
    },
    clear: () => entries.clear(),
  };
}

function bothHeaders(
  all: Readonly<Record<string, unknown>>,
  length: number,
): Pick<ReadyAnswer, 'headers' | 'unmodified'> {
  const headers = Object.entries(all)
    .filter(([name]) => !OWN_HEADERS.has(name))
    .map(([name, value]) => [name, String(value)] as const);
  return {
    headers: [...headers.flat(), 'content-length', String(length)],
    unmodified: headers.filter(([name]) => !BODY_HEADERS.has(name)).flat(),
  };
}

/**
 * Node joins text and header, and writes both at once; bytes take a vector of two writes and 7 % more of the time of an
 * answer.
 */
function contentOf(bytes: Buffer): Buffer | string {
  return bytes.length <= MOST_AS_TEXT ? bytes.toString('latin1') : bytes;
}

function endOfYear(now: number): number {
  return Date.UTC(new Date(now).getUTCFullYear() + 1, 0);
}

/** Names of the query parameters that an answer may depend on. */
type DecidingParameters = ReadonlySet<string>;

/** Plain parameter names; encoded ones (`%74ag`) are handled by the router. */
const PLAIN_NAME = /^[\w.-]*$/;

/** @returns undefined where global guards look at whole URLs: then every parameter may decide. */
export function decidingParameters({
  id,
  routes,
  globalGuards,
}: Pick<Composition, 'id' | 'routes' | 'globalGuards'>): DecidingParameters | undefined {
  if (globalGuards.length > 0) return undefined;
  // The id of the composition is the name of a payload's first parameter.
  return new Set([id, ...CANONICAL_QUERY, ...routes.flatMap(({ query }) => query)]);
}

/**
 * The address without the parameters that have no effect (such as `utm_source`), which is the key of an answer.
 * @returns undefined when only its route can interpret the query.
 */
export function readyAddress(url: string, deciding: DecidingParameters | undefined): string | undefined {
  const queryAt = url.indexOf('?');
  if (queryAt < 0 || !deciding) return url;
  let query = '';
  for (const part of url.slice(queryAt + 1).split('&')) {
    const valueAt = part.indexOf('=');
    const name = valueAt < 0 ? part : part.slice(0, valueAt);
    if (deciding.has(name)) query += `${query === '' ? '?' : '&'}${part}`;
    else if (!PLAIN_NAME.test(name)) return undefined;
  }
  return url.slice(0, queryAt) + query;
}
