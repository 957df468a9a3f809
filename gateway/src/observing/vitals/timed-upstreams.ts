import { type UpstreamResponses, upstreamKey } from '../../serving/upstreams/upstream-answers.ts';

/**
 * Tells how long pages waited for upstreams: what is held costs nobody time, and is not told of.
 * @param told milliseconds. @returns the same answers
 */
export function timeUpstreams(
  answers: UpstreamResponses,
  told: (app: string, ms: number) => void,
  now: () => number,
): UpstreamResponses {
  return {
    cachedDigest: answers.cachedDigest,
    async read(request) {
      if (answers.cachedDigest(upstreamKey(request)) !== undefined) return answers.read(request);
      const started = now();
      try {
        return await answers.read(request);
      } finally {
        told(request.app, now() - started);
      }
    },
  };
}
