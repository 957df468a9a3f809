import type { AnswerLabel } from '../../observing/telemetry/telemetry.ts';
import type { LiveData } from './encoded-body.ts';
import { CANONICAL_QUERY } from '@voltframe/kit/contract/page/canonical';
import type { Composition } from '@voltframe/kit/contract/release/composition';

/** An answer as it went out, ready to go out again. */
interface ReadyAnswer {
  /** Headers of the 200: names and values by turns. */
  headers: string[];
  /** Headers that a 304 repeats (RFC 9110 §15.4.5): names and values by turns. */
  unmodified: string[];
  bytes: Buffer;
  etag: string;
  /** ms since the epoch: the copyright year is part of a document. */
  until: number;
  label: AnswerLabel;
  data?: LiveData | undefined;
  /** Of its data, when it went out: its headers say so. */
  state?: string | undefined;
}

export type ReadyAnswers = ReturnType<typeof createReadyAnswers>;

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

/** Finished responses of one composition by coding and address: most requests end here, before any routing. */
export function createReadyAnswers(options: ReadyAnswersOptions) {
  const { now, mostBytes, mostEntries = MOST_ENTRIES, deciding } = options;
  // By coding, then by address: a key put together from both would cost more than all the rest.
  const answers: Record<string, Map<string, ReadyAnswer>> = {
    br: new Map(),
    gzip: new Map(),
    identity: new Map(),
  };
  /** One object per label, shared by all responses: counting compares by identity. */
  const labels = new Map<string, AnswerLabel>();
  const known = (label: AnswerLabel): AnswerLabel => {
    const key = `${label.kind} ${label.app} ${label.route}`;
    const first = labels.get(key) ?? label;
    labels.set(key, first);
    return first;
  };
  let bytes = 0;
  let entries = 0;
  const makeRoom = (added: number): void => {
    bytes += added;
    entries++;
    if (bytes <= mostBytes && entries <= mostEntries) return;
    // Requested entries return at their next request.
    for (const ofCoding of Object.values(answers)) ofCoding.clear();
    [bytes, entries] = [added, 1];
  };
  return {
    /** @param url as requested: parameters that change nothing may stand in it. */
    get(encoding: string, url: string): ReadyAnswer | undefined {
      const ofCoding = answers[encoding];
      // Most ask for the very address.
      let answer = ofCoding?.get(url);
      if (!answer && url.includes('?')) answer = ofCoding?.get(readyAddress(url, deciding) ?? '');
      if (!answer || answer.until <= now()) return undefined;
      return isAsItWas(answer) ? answer : undefined;
    },
    /**
     * Stores a response that is the same for every request to its address.
     * @param url as requested. @param address of the response: for any other spelling of it there is no entry.
     * @param headers as Node has accepted them; they are not validated again.
     */
    keep(
      { url, address, encoding }: { url: string; address: string; encoding: string },
      headers: Readonly<Record<string, unknown>>,
      body: { bytes: Buffer; etag: string; data?: LiveData | undefined },
      label: AnswerLabel,
    ): void {
      const ofCoding = answers[encoding];
      if (!ofCoding || readyAddress(url, deciding) !== address) return;
      const answer = readyAnswer(headers, body, known(label), now());
      const before = ofCoding.get(address);
      if (before) [bytes, entries] = [bytes - sizeOf(address, before), entries - 1];
      makeRoom(sizeOf(address, answer));
      ofCoding.set(address, answer);
    },
  };
}

function readyAnswer(
  all: Readonly<Record<string, unknown>>,
  { bytes, etag, data }: { bytes: Buffer; etag: string; data?: LiveData | undefined },
  label: AnswerLabel,
  now: number,
): ReadyAnswer {
  const headers = Object.entries(all)
    .filter(([name]) => !OWN_HEADERS.has(name))
    .map(([name, value]) => [name, String(value)] as const);
  return {
    headers: [...headers.flat(), 'content-length', String(bytes.length)],
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

/** @returns the bytes of an answer with its headers and its address. */
function sizeOf(address: string, { bytes, headers }: ReadyAnswer): number {
  return bytes.length + headers.join().length + address.length;
}

/** Names of the query parameters that an answer may depend on. */
type DecidingParameters = ReadonlySet<string>;

/** Plain parameter names: encoded ones (`%74ag`) take the slow path. */
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
 * The address that an answer is kept by: without the parameters that change nothing (`utm_source` and the like).
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
