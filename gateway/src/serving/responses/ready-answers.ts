import type { AnswerLabel } from '../../observing/telemetry/telemetry.ts';
import type { LiveData } from './encoded-body.ts';
import { CANONICAL_QUERY } from '@voltframe/kit/contract/page/canonical';
import type { Composition } from '@voltframe/kit/contract/release/composition';

/** A sent answer that can be sent again. */
interface ReadyAnswer {
  /** Headers of the 200: names and values by turns. */
  headers: string[];
  /** Headers that a 304 repeats (RFC 9110 §15.4.5): names and values by turns. */
  unmodified: string[];
  bytes: Buffer;
  etag: string;
  /** Bytes, with headers and address. */
  size: number;
  /** ms since the epoch: the copyright year is part of a document. */
  until: number;
  label: AnswerLabel;
  data?: LiveData | undefined;
  /** State of its data at the time of the answer, which its headers contain. */
  state?: string | undefined;
}

export type ReadyAnswers = ReturnType<typeof createReadyAnswers>;

/** Where a response that is the same for everyone is stored. */
export interface ReadyAt {
  answers: ReadyAnswers;
  /** The parts of a request that the response depends on. */
  address: string;
  label: AnswerLabel;
}

export interface ReadyAnswersOptions {
  now: () => number;
  /** Of all bodies, headers and addresses together. */
  mostBytes: number;
  mostEntries?: number;
  /** See `decidingParameters`. */
  deciding: DecidingParameters | undefined;
}

/** Headers of one response alone, and the length, which is added last. */
const OWN_HEADERS = new Set(['server-timing', 'content-length']);
const BODY_HEADERS = new Set(['content-encoding', 'content-type']);
const MOST_ENTRIES = 5_000;

/** Answers that were stored or requested in one period: by coding, then by address. */
interface Generation {
  // Building a key from both would cost more than the rest of the look-up.
  answers: Record<string, Map<string, ReadyAnswer>>;
  bytes: number;
  entries: number;
}

/**
 * Finished responses of one composition by coding and address: most requests end here, before any routing.
 *
 * Two generations, each with half of the room. A full young generation becomes the old one, and the previous old one
 * is dropped. A hit in the old generation moves the answer to the young one, so that addresses that are requested
 * once evict each other, not the pages that others read. A hit in the young generation costs one look-up, without
 * bookkeeping.
 */
export function createReadyAnswers(options: ReadyAnswersOptions) {
  const { now, mostBytes, mostEntries = MOST_ENTRIES, deciding } = options;
  let young = emptyGeneration();
  let old = emptyGeneration();
  /** One object per label, shared by all responses: counting compares by identity. */
  const labels = new Map<string, AnswerLabel>();
  const known = (label: AnswerLabel): AnswerLabel => {
    const key = `${label.kind} ${label.app} ${label.route}`;
    const first = labels.get(key) ?? label;
    labels.set(key, first);
    return first;
  };
  const store = (encoding: string, address: string, answer: ReadyAnswer): void => {
    const before = young.answers[encoding]!.get(address);
    if (before) [young.bytes, young.entries] = [young.bytes - before.size, young.entries - 1];
    if (young.bytes + answer.size > mostBytes / 2 || young.entries + 1 > mostEntries / 2)
      [old, young] = [young, emptyGeneration()];
    young.answers[encoding]!.set(address, answer);
    [young.bytes, young.entries] = [young.bytes + answer.size, young.entries + 1];
  };
  const find = (encoding: string, address: string): ReadyAnswer | undefined => {
    const answer = young.answers[encoding]?.get(address);
    if (answer) return answer;
    const older = old.answers[encoding]?.get(address);
    if (older) store(encoding, address, older);
    return older;
  };
  return {
    /** @param url as requested; it may contain parameters without effect. */
    get(encoding: string, url: string): ReadyAnswer | undefined {
      // Most requests use exactly the stored address.
      let answer = find(encoding, url);
      if (!answer && url.includes('?')) answer = find(encoding, readyAddress(url, deciding) ?? '');
      if (!answer || answer.until <= now()) return undefined;
      return isAsItWas(answer) ? answer : undefined;
    },
    /**
     * Stores a response that is equal for every request to its address. A response larger than a generation is not
     * stored.
     * @param url as requested. @param address of the response: for any other spelling of it there is no entry.
     * @param headers as Node has accepted them; they are not validated again.
     */
    keep(
      { url, address, encoding }: { url: string; address: string; encoding: string },
      headers: Readonly<Record<string, unknown>>,
      body: { bytes: Buffer; etag: string; data?: LiveData | undefined },
      label: AnswerLabel,
    ): void {
      if (!young.answers[encoding] || readyAddress(url, deciding) !== address) return;
      const answer = readyAnswer(address, headers, { ...body, label: known(label) }, now());
      if (answer.size <= mostBytes / 2) store(encoding, address, answer);
    },
  };
}

function emptyGeneration(): Generation {
  return { answers: { br: new Map(), gzip: new Map(), identity: new Map() }, bytes: 0, entries: 0 };
}

function readyAnswer(
  address: string,
  all: Readonly<Record<string, unknown>>,
  { bytes, etag, data, label }: Pick<ReadyAnswer, 'bytes' | 'etag' | 'data' | 'label'>,
  now: number,
): ReadyAnswer {
  const headers = Object.entries(all)
    .filter(([name]) => !OWN_HEADERS.has(name))
    .map(([name, value]) => [name, String(value)] as const);
  const sent = [...headers.flat(), 'content-length', String(bytes.length)];
  return {
    headers: sent,
    size: bytes.length + sent.join().length + address.length,
    unmodified: headers.filter(([name]) => !BODY_HEADERS.has(name)).flat(),
    bytes,
    etag,
    label,
    ...(data && { data, state: data.state() }),
    until: Date.UTC(new Date(now).getUTCFullYear() + 1, 0),
  };
}

function isAsItWas({ data, state }: ReadyAnswer): boolean {
  if (data === undefined) return true;
  const now = data.state();
  return now !== 'changed' && now === state;
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
