import { Readable } from 'node:stream';
import pMap from 'p-map';
import type { RecordedAnswer } from '@voltframe/kit/contract/release/recorded-answers';
import { describe, expect, test } from 'vitest';
import { upstreamErrors } from '../../../src/serving/upstream-errors.ts';
import { upstreamInput } from '../../../src/serving/upstreams/upstream-inputs.ts';
import { createUpstreamQuestions } from '../../../src/serving/upstreams/upstream-questions.ts';
import type { SendCall } from '../../../src/serving/upstreams/fetch-response.ts';
import type { UpstreamRequest } from '../../../src/serving/upstreams/upstream-answers.ts';
import { createUpstreamClient } from '../../../src/serving/upstreams/upstream-client.ts';
import { upstreamRequest } from '../../fixtures/cached-response.ts';
import { testTelemetry } from '../../fixtures/test-telemetry.ts';
import { upstreamSettings } from '../../fixtures/upstream-settings.ts';
import { playedAnswers } from '../../fixtures/played-answers.ts';

const question = { upstream: 'cms', path: '/posts', query: [], revalidate: 60, tags: [] };
const input = upstreamInput(upstreamRequest({ app: 'docs', tags: [] }));

function callWith(
  answers = playedAnswers(),
  recorded?: () => Promise<RecordedAnswer[]>,
  pause?: (ms: number) => Promise<void>,
) {
  const declared = { cms: { paths: ['/posts/**'] } };
  return {
    answers,
    ...createUpstreamQuestions({
      app: 'docs',
      declared,
      answers,
      recorded,
      limitMs: 7_500,
      isListed: true,
      pause,
    }),
  };
}

test('answers a declared path, and records it as an input', async () => {
  const { reply, inputs } = callWith();
  expect(await reply(question)).toEqual({ ok: true, status: 200, headers: {}, text: 'body' });
  expect(inputs()).toEqual({ [input]: 'body' });
});

test('answers a repeated question of a call with the same answer', async () => {
  const { reply, answers } = callWith();
  await reply(question);
  answers.held.clear();
  answers.answer = () => 'newer';
  expect(await reply({ ...question, revalidate: 5, tags: ['a'] })).toMatchObject({ text: 'body' });
  expect(answers.reads).toHaveLength(1);
});

test.each([
  ['undefined', undefined],
  ['a string', 'cms'],
  ['an unknown field', { ...question, url: 'http://evil.example/' }],
  ['an inherited name', { ...question, upstream: '__proto__' }],
  ['another address', { ...question, path: '//evil.example/' }],
  ['a path outside of the declared one', { ...question, path: '/posts/../admin' }],
  ['an encoded path outside of the declared one', { ...question, path: '/posts/%2e%2e%2fadmin' }],
  ['a query within the path', { ...question, path: '/posts?all' }],
  ['a query of objects', { ...question, query: [{}] }],
  ['a query of 31 parameters', { ...question, query: Array.from({ length: 31 }, () => ['a', 'b']) }],
  ['a long value', { ...question, query: [['a', 'x'.repeat(501)]] }],
  ['a lifetime of 0', { ...question, revalidate: 0 }],
  ['a lifetime of half a second', { ...question, revalidate: 0.5 }],
  ['a tag with a line break', { ...question, tags: ['a\nb'] }],
  ['21 tags', { ...question, tags: Array.from({ length: 21 }, () => 'a') }],
])('refuses a question with %s without a call', async (_, malformed) => {
  const { reply, answers, inputs } = callWith();
  expect(await reply(malformed)).toMatchObject({ ok: false, code: 'UPSTREAM_REQUEST' });
  expect([answers.reads, inputs()]).toEqual([[], {}]);
});

test.each([
  [{ ...question, path: '/drafts' }, `"cms": { paths: ["/posts/**","/drafts"] }`],
  [{ ...question, upstream: 'crm' }, `"crm": { paths: ["/posts"] }`],
])('names an undeclared path with the line to add', async (undeclared, line) => {
  const { reply, answers } = callWith();
  const answer = await reply(undeclared);
  expect(answer).toMatchObject({ ok: false, code: 'UPSTREAM_UNDECLARED' });
  expect(answer.ok ? '' : answer.message).toContain(line);
  expect(answers.reads).toEqual([]);
});

describe('an upstream with too many calls a second', () => {
  const rate = upstreamErrors.RATE({ app: 'docs', upstream: 'cms', most: 50 });

  test('answers a call that waits as soon as it has a call left, and fails others at once', async () => {
    let left = 0;
    const answers = playedAnswers({ answer: () => (left > 0 ? 'body' : rate) });
    const pauses: number[] = [];
    const pause = async (ms: number) => void (pauses.push(ms) === 3 && left++);
    expect(await callWith(answers).reply(question)).toMatchObject({ ok: false, code: 'UPSTREAM_RATE' });
    expect(await callWith(answers, undefined, pause).reply(question)).toMatchObject({ text: 'body' });
    expect(pauses).toEqual([100, 100, 100]);
  });

  test('is no longer waited for after the end of the call', async () => {
    const answers = playedAnswers({ answer: () => rate });
    const call = callWith(answers, undefined, async () => call.end());
    expect((await call.reply(question)).ok).toBe(false);
    expect(answers.reads).toHaveLength(2);
  });
});

describe('500 pages of a release, at 50 calls a second', () => {
  /** A clock that only `run` moves: to the end of the next pause, and by the slowness of the machine. */
  function playedClock(slowMs: number) {
    const clock = { now: 0 };
    const pauses: { until: number; go: () => void }[] = [];
    const pause = (ms: number) => new Promise<void>((go) => void pauses.push({ until: clock.now + ms, go }));
    const run = async (isDone: () => boolean, eachStep: () => Promise<void>): Promise<void> => {
      while (!isDone()) {
        await new Promise((done) => void setImmediate(done));
        await eachStep();
        clock.now = Math.max(clock.now, Math.min(...pauses.map(({ until }) => until))) + slowMs;
        for (const { go } of pauses.splice(0).filter((one) => one.until <= clock.now || !pauses.push(one)))
          go();
      }
    };
    return { clock, pause, run };
  }

  test.each([0, 1, 3_000])('wait for their turn on a machine that loses %i ms a step', async (slowMs) => {
    const { clock, pause, run } = playedClock(slowMs);
    const times: number[] = [];
    const send: SendCall = async () => {
      times.push(clock.now);
      const headers = { 'content-type': 'text/plain' };
      return { status: 200, headers, body: Readable.from([Buffer.from('a')]) };
    };
    const upstream = upstreamSettings({ apps: ['docs'], perSecond: 50 });
    const client = createUpstreamClient({ upstream, send, now: () => clock.now, telemetry: testTelemetry() });
    const read = async (request: UpstreamRequest) => ({
      ...(await client.get(request)),
      fetchedAtMs: 0,
      stale: false,
    });
    const answers = playedAnswers({ read, leavesRoom: ({ app }) => client.leavesRoom(app) });
    const replies: { ok: boolean }[] = [];
    const pages = pMap(
      Array.from({ length: 500 }).keys(),
      async (page) =>
        replies.push(
          await callWith(answers, undefined, pause).reply({ ...question, path: `/posts/${page}` }),
        ),
      { concurrency: 64 },
    );
    // At each step a visitor needs a call too.
    let ofVisitors = 0;
    const visit = async () => void (await read({ ...upstreamRequest({ app: 'docs' }) }), ofVisitors++);
    await run(() => replies.length === 500, visit);
    await pages;
    expect(replies.filter(({ ok }) => !ok)).toEqual([]);
    expect(ofVisitors).toBeGreaterThan(0);
    const most = times.map((at) => times.filter((other) => other <= at && other > at - 1_000).length);
    expect(Math.max(...most)).toBeLessThanOrEqual(50);
  });
});

describe('an upstream without an answer', () => {
  const dead = upstreamErrors.UNREACHABLE({ app: 'docs', upstream: 'cms', reason: 'it refuses connections' });

  test('is an input of the page', async () => {
    const { reply, inputs } = callWith(playedAnswers({ answer: () => dead }));
    expect(await reply(question)).toMatchObject({ ok: false, code: 'UPSTREAM_UNREACHABLE' });
    expect(inputs()).toEqual({ [input]: '' });
  });

  test('is recognised by the message that a call throws', async () => {
    const { reply, failure } = callWith(playedAnswers({ answer: () => dead }));
    const answer = await reply(question);
    expect(failure(answer.ok ? '' : answer.message)).toBe(dead);
    expect(failure('a line of the loader')).toBeUndefined();
  });

  test('is not recognised in an error of the app', async () => {
    const { reply, failure } = callWith();
    const answer = await reply({ ...question, path: '/drafts' });
    expect(failure(answer.ok ? '' : answer.message)).toBeUndefined();
  });

  test('does not show the message of an unexpected error', async () => {
    const answer = await callWith(playedAnswers({ answer: () => new Error('password') })).reply(question);
    expect(answer).toMatchObject({ ok: false, code: 'UPSTREAM_UNEXPECTED' });
    expect(JSON.stringify(answer)).not.toContain('password');
  });

  test('is replaced by the recorded answer for a candidate, as an input', async () => {
    const answer = { upstream: 'cms', path: '/posts', query: [], status: 200, headers: {}, text: 'then' };
    const { reply, inputs } = callWith(playedAnswers({ answer: () => dead }), async () => [answer]);
    expect(await reply(question)).toEqual({ ok: true, status: 200, headers: {}, text: 'then' });
    expect(inputs()).toEqual({ [input]: '', recorded: '1' });
    expect(await reply({ ...question, path: '/posts/2' })).toMatchObject({ code: 'UPSTREAM_UNREACHABLE' });
  });

  test('has its recorded answers read once for a call', async () => {
    let reads = 0;
    const { reply } = callWith(playedAnswers({ answer: () => dead }), async () => (reads++, []));
    await Promise.all([1, 2, 3].map((n) => reply({ ...question, path: `/posts/${n}` })));
    expect(reads).toBe(1);
  });

  test('is reported as unknown if no upstream is configured', async () => {
    const declared = { cms: { paths: ['/posts'] } };
    const { reply } = createUpstreamQuestions({
      app: 'docs',
      declared,
      answers: undefined,
      limitMs: 1,
      isListed: true,
    });
    expect(await reply(question)).toMatchObject({ ok: false, code: 'UPSTREAM_UNKNOWN' });
  });
});

test('answers open and later questions with a timeout at the end of the call', async () => {
  const { reply, end } = callWith(playedAnswers({ read: () => new Promise(() => {}) }));
  const open = reply(question);
  end();
  expect(await open).toMatchObject({ ok: false, code: 'UPSTREAM_TIMEOUT' });
  expect(await reply({ ...question, path: '/posts/2' })).toMatchObject({
    ok: false,
    code: 'UPSTREAM_TIMEOUT',
  });
});

test('limits a call to 50 answers', async () => {
  const { reply, answers } = callWith();
  const questions = Array.from({ length: 51 }, (_, index) => reply({ ...question, path: `/posts/${index}` }));
  const replies = await Promise.all(questions);
  expect(replies.filter(({ ok }) => ok)).toHaveLength(50);
  expect(replies.at(-1)).toMatchObject({ code: 'UPSTREAM_LIMIT' });
  expect(answers.reads).toHaveLength(50);
});

test('limits the bytes of a call', async () => {
  const large = 'x'.repeat(9 * 1024 * 1024);
  const { reply, inputs } = callWith(playedAnswers({ answer: () => large }));
  expect(await reply(question)).toMatchObject({ ok: true });
  expect(await reply({ ...question, path: '/posts/2' })).toMatchObject({ code: 'UPSTREAM_LIMIT' });
  // A loader may ignore the limit: then its page is cached by its other answers.
  expect(Object.values(inputs()).every((digest) => digest === large)).toBe(true);
});
