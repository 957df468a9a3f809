import { type UpstreamResponses, upstreamKey, type UpstreamRequest } from './upstream-answers.ts';
import type { LiveData } from '../responses/encoded-body.ts';

/** Other inputs of a rendering are names of files. */
const PREFIX = 'upstream ';

/** Input of a rendering with recorded responses, which visitors never get. */
export const RECORDED_INPUT = 'recorded';

/** @returns the name of an input, with all that is needed to fetch the response again. */
export function upstreamInput({ app, upstream, path, query, revalidateS, tags }: UpstreamRequest): string {
  return PREFIX + JSON.stringify([app, upstream, path, query, revalidateS, tags]);
}

/** @param input made by `upstreamInput`, or the name of a file. @returns undefined when it is no upstream's. */
export function parseUpstreamInput(input: string): UpstreamRequest | undefined {
  if (!input.startsWith(PREFIX)) return undefined;
  const [app, upstream, path, query, revalidateS, tags] = JSON.parse(input.slice(PREFIX.length)) as [
    string,
    string,
    string,
    [string, string][],
    number,
    string[],
  ];
  return { app, upstream, path, query, revalidateS, tags };
}

/** Compares the responses that renderings were made of with the cached ones. */
export interface InputWatch {
  /**
   * @returns the digest of the cached response for an input, '' for none; undefined when the input is not an
   *   upstream's.
   */
  digestOf(input: string): string | undefined;
  /**
   * @returns the upstream responses among the inputs; undefined when there are none. Reading their state costs one
   *   map lookup for each; expired responses are refetched in the background.
   */
  of(inputs: Readonly<Record<string, string>>): LiveData | undefined;
  /**
   * Adds the inputs of a part of a page to those of the rest.
   * @returns false, with nothing added, when they have two different responses to one request.
   */
  merge(into: Record<string, string>, more: Readonly<Record<string, string>>): boolean;
  /** Fetches the responses that are not cached, as after a start. @returns undefined when there are none. */
  fetchMissing(inputs: Readonly<Record<string, string>>, isListed: boolean): Promise<void> | undefined;
}

interface Input {
  request: UpstreamRequest;
  key: string;
  digest: string;
}

/** Time until the state of a failing upstream, or of a call in progress, is checked again. */
const LOOK_AGAIN_MS = 1_000;

/** @param now ms since the epoch. */
export function createInputWatch(answers: UpstreamResponses, now: () => number): InputWatch {
  const known = new WeakMap<object, LiveData>();
  return {
    digestOf(input: string): string | undefined {
      const request = parseUpstreamInput(input);
      return request && (answers.cachedDigest(upstreamKey(request)) ?? '');
    },
    of(inputs: Readonly<Record<string, string>>): LiveData | undefined {
      const watched = known.get(inputs);
      if (watched) return watched;
      const read = readInputs(inputs);
      if (read.length === 0) return undefined;
      const added = watchInputs(answers, now, read);
      known.set(inputs, added);
      return added;
    },
    merge(into: Record<string, string>, more: Readonly<Record<string, string>>): boolean {
      const digests = new Map(readInputs(into).map(({ key, digest }) => [key, digest]));
      if (readInputs(more).some(({ key, digest }) => (digests.get(key) ?? digest) !== digest)) return false;
      Object.assign(into, more);
      return true;
    },
    fetchMissing(inputs: Readonly<Record<string, string>>, isListed: boolean): Promise<void> | undefined {
      const missing = readInputs(inputs).filter(
        ({ key, digest }) => digest !== '' && answers.cachedDigest(key) === undefined,
      );
      if (missing.length === 0) return undefined;
      return Promise.allSettled(missing.map(({ request }) => answers.fetchDigest(request, isListed))).then(
        () => {},
      );
    },
  };
}

function readInputs(inputs: Readonly<Record<string, string>>): Input[] {
  return Object.entries(inputs).flatMap(([input, digest]) => {
    const request = parseUpstreamInput(input);
    return request ? [{ request, key: upstreamKey(request), digest }] : [];
  });
}

function watchInputs(
  answers: Pick<UpstreamResponses, 'check' | 'cachedDigest'>,
  now: () => number,
  inputs: Input[],
): LiveData {
  let checkAgainAt = 0;
  let stale = false;
  return {
    state() {
      for (const { key, digest } of inputs)
        if ((answers.cachedDigest(key) ?? '') !== digest) return 'changed';
      if (now() >= checkAgainAt) {
        const checks = inputs.map(({ request }) => answers.check(request));
        checkAgainAt = Math.max(now() + LOOK_AGAIN_MS, Math.min(...checks.map(({ until }) => until)));
        stale = checks.some((check) => check.stale);
      }
      return stale ? 'stale' : 'fresh';
    },
  };
}
