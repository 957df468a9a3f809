import { expect, it } from 'vitest';
import { followSite } from '../../../src/cli/gateway/follow-site.ts';

/** One step of a played minute: 1.5 s go by, then the look that was begun is answered, or is not. */
type Answer = 'yes' | 'no' | 'silence';

/** Plays answers, one for each wait. @returns what was told, each line with the time it was told at */
async function follow(answers: Answer[], told = false): Promise<string[]> {
  const ending = new AbortController();
  const lines: string[] = [];
  const steps = answers.values();
  let at = 0;
  let answer: { done(): void; fail(error: Error): void } | undefined;
  await followSite(
    {
      look: () => new Promise((done, fail) => (answer = { done, fail })),
      now: () => at,
      tell: (text) => void lines.push(`${at} ${text}`),
      signal: ending.signal,
      async wait(ms) {
        at += ms;
        const { value, done } = steps.next();
        if (done) return ending.abort();
        if (value === 'yes') answer?.done();
        if (value === 'no') answer?.fail(new Error('Cannot reach the gateway'));
        await new Promise(setImmediate);
      },
    },
    { seenAt: 0, told },
  );
  return lines;
}

const SINCE_THE_START = 'mfe: the rest of the site is as it was at 1970-01-01 00:00:00Z: ';

it('says nothing while its looks are answered', async () => {
  expect(await follow(['yes', 'yes', 'yes', 'yes', 'yes'])).toEqual([]);
});

it('says once, within five seconds, since when it is not answered, and why', async () => {
  const lines = await follow(['no', 'no', 'no', 'no', 'no', 'no']);
  expect(lines).toEqual([`3000 ${SINCE_THE_START}Cannot reach the gateway\n`]);
});

it('says so of a gateway that takes the question and is silent, and asks it no second one', async () => {
  const [line, ...more] = await follow(['silence', 'silence', 'silence', 'silence']);
  expect([line, more]).toEqual([expect.stringMatching(/^3000 .*does not answer/), []]);
});

it('says when it is followed again, and the next time it is not', async () => {
  const lines = await follow(['no', 'no', 'yes', 'yes', 'no', 'no', 'no']);
  expect(lines.map((line) => line.slice(0, 52))).toEqual([
    `3000 ${SINCE_THE_START}`.slice(0, 52),
    '4500 mfe: the rest of the site is followed again\n',
    '9000 mfe: the rest of the site is as it was at 1970-01-01'.slice(0, 52),
  ]);
  expect(lines[2]).toContain('00:00:06Z');
});

it('does not say again what was said at the start', async () => {
  expect(await follow(['no', 'no', 'no', 'no'], true)).toEqual([]);
  expect(await follow(['no', 'yes'], true)).toEqual(['3000 mfe: the rest of the site is followed again\n']);
});
