import { type UpstreamRequest, upstreamKey } from './upstream-answers.ts';

/** Among the inputs of a rendering, which are named after files else. */
const PREFIX = 'upstream ';

/** Input of what was made of recorded answers: nothing that visitors get. */
export const RECORDED_INPUT = 'recorded';

/** @returns the name of an input from which it can be asked for again. */
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

/**
 * Adds what a part of a page was made of to what the rest was.
 * @returns false, with nothing added, when they were made of two answers to one question.
 */
export function mergeInputs(into: Record<string, string>, more: Readonly<Record<string, string>>): boolean {
  const digests = digestsOf(into);
  for (const [key, digest] of digestsOf(more)) if ((digests.get(key) ?? digest) !== digest) return false;
  Object.assign(into, more);
  return true;
}

function digestsOf(inputs: Readonly<Record<string, string>>): Map<string, string> {
  return new Map(
    Object.entries(inputs).flatMap(([input, digest]) => {
      const request = parseUpstreamInput(input);
      return request ? [[upstreamKey(request), digest] as const] : [];
    }),
  );
}
