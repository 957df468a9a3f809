import { describe, expect, it, vi } from 'vitest';
import { createBuildPoll } from '../../src/builds/build-poll.ts';
import { fakeClock } from '@voltframe/kit/testing/fake-clock';

function setUp(answers: (object | Error | string)[]) {
  const clock = fakeClock();
  const urls: string[] = [];
  const fetch = async (url: string): Promise<Response> => {
    urls.push(url);
    const answer = answers.shift() ?? { id: 'live', timestamp: 1 };
    if (answer instanceof Error) throw answer;
    return new Response(typeof answer === 'string' ? answer : JSON.stringify(answer));
  };
  const onOutdated = vi.fn<() => void>();
  const poll = createBuildPoll({
    composition: 'live',
    fetch: fetch as typeof globalThis.fetch,
    onOutdated,
    ...clock,
  });
  poll.start();
  return { clock, urls, poll, onOutdated };
}

describe('the poll for a newer build', () => {
  it('requests the build marker hourly, with a timestamp', async () => {
    const { clock, urls } = setUp([]);
    await clock.advance(3_600_000 - 1);
    expect(urls).toEqual([]);
    await clock.advance(1);
    await clock.advance(3_600_000);
    expect(urls).toEqual([4_600_000, 8_200_000].map((time) => `/builds/latest.json?${time}`));
  });

  it('tells once that a different build is live', async () => {
    const { clock, poll, onOutdated } = setUp([{ id: 'other', timestamp: 0 }]);
    expect(onOutdated).not.toHaveBeenCalled();
    await clock.advance(3_600_000);
    await poll.check();
    expect(onOutdated).toHaveBeenCalledTimes(1);
  });

  it('treats any other id as a newer build, also after a rollback', async () => {
    const { clock, poll } = setUp([{ id: 'before', timestamp: 0 }]);
    await clock.advance(3_600_000);
    expect(poll.isOutdated()).toBe(true);
  });

  it('treats any build as newer when its own is gone', async () => {
    const { poll } = setUp([{ id: 'live', timestamp: 1 }]);
    await poll.forget();
    expect(poll.isOutdated()).toBe(true);
  });

  it('reports no newer build when its own is gone and the answer names none', async () => {
    const { poll } = setUp(['<!doctype html>']);
    await poll.forget();
    expect(poll.isOutdated()).toBe(false);
  });

  it('stops after a newer build', async () => {
    const { clock, urls } = setUp([{ id: 'next', timestamp: 2 }]);
    await clock.advance(5 * 3_600_000);
    expect(urls).toHaveLength(1);
  });

  it.each([
    ['no connection', new Error('offline')],
    ['a page of HTML', '<!doctype html>'],
    ['a malformed answer', { timestamp: 1 }],
  ])('continues after %s', async (_, answer) => {
    const { clock, urls, poll } = setUp([answer, { id: 'next', timestamp: 2 }]);
    await clock.advance(3_600_000);
    expect(poll.isOutdated()).toBe(false);
    await clock.advance(3_600_000);
    expect([urls.length, poll.isOutdated()]).toEqual([2, true]);
  });
});
