import { expect, it } from 'vitest';
import { followSite } from '../../../src/cli/gateway/follow-site.ts';

/** One step of 1.5 s: the gateway answers the current check, refuses it, or stays silent. */
type Answer = 'yes' | 'no' | 'silence';

/** @param answers one for each wait. @param told whether a failure was reported before. @returns the lines with their times */
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

it('prints nothing while the gateway answers', async () => {
  expect(await follow(['yes', 'yes', 'yes', 'yes', 'yes'])).toEqual([]);
});

it('reports once, within five seconds, since when the gateway has not answered, and the reason', async () => {
  const lines = await follow(['no', 'no', 'no', 'no', 'no', 'no']);
  expect(lines).toEqual([`3000 ${SINCE_THE_START}Cannot reach the gateway\n`]);
});

it('reports a silent gateway, and sends it no second request', async () => {
  const [line, ...more] = await follow(['silence', 'silence', 'silence', 'silence']);
  expect([line, more]).toEqual([expect.stringMatching(/^3000 .*does not answer/), []]);
});

it('reports when the gateway answers again, and the next failure', async () => {
  const lines = await follow(['no', 'no', 'yes', 'yes', 'no', 'no', 'no']);
  expect(lines.map((line) => line.slice(0, 52))).toEqual([
    `3000 ${SINCE_THE_START}`.slice(0, 52),
    '4500 mfe: the rest of the site is up to date again\n',
    '9000 mfe: the rest of the site is as it was at 1970-01-01'.slice(0, 52),
  ]);
  expect(lines[2]).toContain('00:00:06Z');
});

it('does not repeat a failure that was reported at the start', async () => {
  expect(await follow(['no', 'no', 'no', 'no'], true)).toEqual([]);
  expect(await follow(['no', 'yes'], true)).toEqual(['3000 mfe: the rest of the site is up to date again\n']);
});
