import type { Composition } from '@voltframe/kit/contract/release/composition';
import { expect, onTestFinished, test, vi } from 'vitest';
import { upstreamErrors } from '../../../src/serving/upstream-errors.ts';
import {
  type Reading,
  RenderSession,
  type SessionCall,
  type SessionOptions,
} from '../../../src/serving/render/render-session.ts';
import type { UpstreamQuestions } from '../../../src/serving/upstreams/upstream-questions.ts';
import { playedChild } from '../../fixtures/played-child.ts';

const MB = 1024 * 1024;

const NEVER = new Promise<never>(() => {});
const REPLY = { ok: true as const, status: 200, headers: {}, text: 'x'.repeat(10 * MB) };
const NO_QUESTIONS: UpstreamQuestions = {
  reply: () => NEVER,
  end: () => {},
  inputs: () => ({}),
  failure: () => undefined,
};

function createCall(more: Partial<Omit<SessionCall, 'resolve' | 'reject'>> = {}) {
  const reading: Reading = { inputs: {}, recorded: false, isListed: true, priority: 'visitor' };
  return {
    type: 'frame' as const,
    composition: { id: 'c' } as Composition,
    request: {},
    reading,
    resolve: vi.fn<(result: unknown) => void>(),
    reject: vi.fn<(error: Error) => void>(),
    ...more,
  };
}

/** A session whose process the test simulates; the first call has the id 1. */
async function openPlayed({ takes = true, ...options }: Partial<SessionOptions> & { takes?: boolean } = {}) {
  const { child, say, sent } = playedChild(takes);
  const ends: string[] = [];
  const session = new RenderSession(
    {
      spawn: () => child,
      load: async () => ({ app: 'docs', shell: { code: Buffer.of(), filename: '' } }),
      read: async () => undefined,
      questions: () => NO_QUESTIONS,
      memoryBytes: 128 * MB,
      timeoutMs: 60_000,
      ...options,
    },
    0,
    { hasRoom() {}, ended: ({ reason }) => void ends.push(reason) },
  );
  await new Promise((done) => void setImmediate(done));
  await say({ id: 0, ok: true, result: {} });
  await session.loading.promise;
  onTestFinished(() => session.end('the test is over'));
  return { session, say, sent, ends };
}

test.each([
  ['reads them is not ended', true, []],
  ['does not read them is ended', false, ['it has more than 8 open questions (upstream)']],
])('a process that requests many answers and %s', async (_, takes, expected) => {
  const questions = () => ({ ...NO_QUESTIONS, reply: async () => REPLY });
  const { session, say, ends } = await openPlayed({ takes, questions });
  session.send(createCall());
  for (let id = 1; id <= 10; id++) await say({ type: 'upstream', id, call: 1, question: {} });
  expect(ends).toEqual(expected);
});

const NO_FILE = 'it asked for a file without a name or a call';

test.each<[name: string, question: object, times: number, reason: string]>([
  ['an invalid file', { type: 'read', id: 1, call: 1, file: {} }, 1, NO_FILE],
  ['a file with a long name', { type: 'read', id: 1, call: 1, file: 'x'.repeat(1_001) }, 1, NO_FILE],
  ['a file without a call', { type: 'read', id: 1, file: 'a.json' }, 1, NO_FILE],
  ['an upstream without a call', { type: 'upstream', id: 1 }, 1, 'it asked an upstream without a call'],
  [
    'an upstream with a question of 200 kB',
    { type: 'upstream', id: 1, call: 1, question: 'x'.repeat(200_000) },
    1,
    'its question for an upstream is too long',
  ],
  [
    'too many upstreams at a time',
    { type: 'upstream', id: 1, call: 1, question: {} },
    9,
    'it has more than 8 open questions (upstream)',
  ],
  [
    'too many files at a time',
    { type: 'read', id: 1, call: 1, file: 'a.json' },
    5,
    'it has more than 4 open questions (read)',
  ],
])('a process that requests %s is ended', async (_, question, times, reason) => {
  const { session, say, ends } = await openPlayed({ read: () => NEVER });
  session.send(createCall());
  for (let time = 1; time < times; time++) await say(question);
  expect(ends).toEqual([]);
  await say(question);
  expect(ends).toEqual([reason]);
});

test('a file is read for a call in progress only', async () => {
  const read = vi.fn<SessionOptions['read']>(async () => ({ text: '[]', sha256: 'd' }));
  const { session, say, sent } = await openPlayed({ read });
  session.send(createCall());
  for (const call of [1, 7]) await say({ type: 'read', id: call, call, file: 'data/a.json' });
  expect(sent.slice(-2)).toEqual([
    { id: 1, type: 'read', text: '[]', sha256: 'd' },
    { id: 7, type: 'read' },
  ]);
  expect(read).toHaveBeenCalledTimes(1);
});

test('a process has each composition once, and the last twelve of them', async () => {
  const { session, sent } = await openPlayed();
  for (let id = 0; id < 13; id++)
    for (let calls = 0; calls < 2; calls++)
      session.send(createCall({ composition: { id: `c${id}` } as Composition }));
  expect(sent.filter(({ type }) => type === 'compose')).toHaveLength(13);
  expect(sent.filter(({ type }) => type === 'forget')).toEqual([{ type: 'forget', composition: 'c0' }]);
});

test('a call that waits too long fails alone, and counts as work of its process', async () => {
  const { session, ends } = await openPlayed({ timeoutMs: 1 });
  const call = createCall();
  session.send(call);
  await expect
    .poll(() => call.reject.mock.calls[0]?.[0])
    .toMatchObject({ code: 'GW_RENDER_TIMEOUT', retryAfter: 1 });
  expect([session.calls(), session.working, ends]).toEqual([[], 1, []]);
});

test('a call that waits for an upstream is no work of its process', async () => {
  const { session, say } = await openPlayed();
  session.send(createCall());
  await say({ type: 'upstream', id: 1, call: 1, question: {} });
  expect([session.calls().length, session.working]).toEqual([1, 0]);
});

test('a malformed answer fails its call, and not the process', async () => {
  const { session, say, ends } = await openPlayed();
  const call = createCall();
  session.send(call);
  await say({ id: 1, ok: true });
  expect(call.reject).toHaveBeenCalledWith(expect.objectContaining({ code: 'GW_RENDER_FAILED' }));
  expect(ends).toEqual([]);
});

test('rejects a call with the error of the process, and reports it with its route', async () => {
  const onError = vi.fn<NonNullable<SessionOptions['onError']>>(() => 'abcd1234');
  const { session, say } = await openPlayed({ onError });
  const call = createCall({ type: 'fragment', request: { routeId: 'docs.home' } });
  session.send(call);
  await say({ id: 1, ok: false, error: { message: 'x is undefined', stack: 'at y' } });
  expect(onError.mock.calls).toEqual([
    ['fragment', { message: 'x is undefined', stack: 'at y', route: 'docs.home', isListed: true }],
  ]);
  const rejected = { code: 'GW_RENDER_FAILED', errorId: 'abcd1234' };
  expect(call.reject).toHaveBeenCalledWith(expect.objectContaining(rejected));
});

test.each([
  ['a page', 'fragment', { path: '/docs/x', search: '' }, 'SITE_PAGE_NOT_FOUND'],
  ['an island', 'island', { name: 'A', props: {} }, 'GW_CALL_LIMIT'],
] as const)(
  'treats a limit exceeded by %s at an unlisted address as an error of the request',
  async (_, type, request, code) => {
    const onError = vi.fn<() => undefined>();
    const { session, say } = await openPlayed({ onError });
    const rejected = async (id: number, isListed: boolean) => {
      const call = createCall({ type, request, reading: { ...createCall().reading, isListed } });
      session.send(call);
      await say({ id, ok: false, error: { message: 'GW_CALL_LIMIT: too long', limit: true } });
      return call.reject.mock.calls[0]?.[0];
    };
    expect(await rejected(1, false)).toMatchObject({ code });
    expect(onError).not.toHaveBeenCalled();
    expect(await rejected(2, true)).toMatchObject({ code: 'GW_RENDER_FAILED' });
    expect(onError).toHaveBeenCalledTimes(1);
  },
);

test('in development an error of a request is reported, too, with the same answer', async () => {
  const onError = vi.fn<() => undefined>();
  const { session, say } = await openPlayed({ onError, tellsRequests: true });
  const reading = { ...createCall().reading, isListed: false };
  const call = createCall({ type: 'fragment', request: { path: '/docs/x', search: '' }, reading });
  session.send(call);
  await say({ id: 1, ok: false, error: { message: 'UPSTREAM_UNDECLARED: docs asks', limit: true } });
  expect(call.reject.mock.calls[0]?.[0]).toMatchObject({ code: 'SITE_PAGE_NOT_FOUND' });
  expect(onError).toHaveBeenCalledExactlyOnceWith('fragment', {
    message: 'UPSTREAM_UNDECLARED: docs asks',
    isListed: false,
  });
});

test.each([true, false])(
  'an error at an address that nobody has is reported to nobody; limit: %s',
  async (limit) => {
    const onError = vi.fn<() => undefined>();
    const { session, say } = await openPlayed({ onError, tellsRequests: true });
    const reading = { ...createCall().reading, isListed: false, isProbe: true };
    const call = createCall({ type: 'fragment', request: { path: '/docs/x', search: '' }, reading });
    session.send(call);
    await say({ id: 1, ok: false, error: { message: 'UPSTREAM_REQUEST: its path is longer', limit } });
    expect(call.reject).toHaveBeenCalledTimes(1);
    expect(onError).not.toHaveBeenCalled();
  },
);

test('the time in which calls wait for their turn at an upstream counts towards no limit of theirs', async () => {
  const ended: string[] = [];
  const questions: SessionOptions['questions'] = (_, { waits = false }, pause) => ({
    ...NO_QUESTIONS,
    async reply() {
      if (waits) for (let turn = 0; turn < 300; turn++) await pause(100);
      return NEVER;
    },
    end: () => void ended.push(waits ? 'waits' : 'visitor'),
  });
  const { session, say } = await openPlayed({ questions, timeoutMs: 10_000 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const reading = { ...createCall().reading, waits: true };
  // The second one has its question still in the process, behind those of the first.
  const [first, second, ofVisitor] = [createCall({ reading }), createCall({ reading }), createCall()];
  for (const call of [first, second, ofVisitor]) session.send(call);
  for (const call of [1, 3]) await say({ type: 'upstream', id: call, call, question: {} });
  const states = () => [first, second, ofVisitor].map(({ reject }) => reject.mock.calls.length);
  await vi.advanceTimersByTimeAsync(30_000);
  expect([states(), ended]).toEqual([[0, 0, 1], ['visitor']]);
  await vi.advanceTimersByTimeAsync(9_999);
  expect([states(), ended]).toEqual([
    [0, 0, 1],
    ['visitor', 'waits'],
  ]);
  await vi.advanceTimersByTimeAsync(101);
  expect(states()).toEqual([1, 1, 1]);
});

test('rejects with the error of an upstream without reporting the code', async () => {
  const failure = upstreamErrors.UNKNOWN({ app: 'docs', upstream: 'cms' });
  const questions = (): UpstreamQuestions => ({
    reply: async () => ({ ok: false, code: '', message: '' }),
    end: () => {},
    inputs: () => ({ 'upstream x': '' }),
    failure: (words) => (words === 'no cms' ? failure : undefined),
  });
  const onError = vi.fn<() => undefined>();
  const { session, say } = await openPlayed({ questions, onError });
  const rejected = async (id: number, message: string) => {
    const call = createCall();
    session.send(call);
    await say({ type: 'upstream', id: 1, call: id, question: {} });
    await say({ id, ok: false, error: { message } });
    expect(call.reading.inputs).toEqual({ 'upstream x': '' });
    return call.reject.mock.calls[0]?.[0];
  };
  expect(await rejected(1, 'no cms')).toBe(failure);
  expect(onError).not.toHaveBeenCalled();
  expect(await rejected(2, 'x is undefined')).toMatchObject({ code: 'GW_RENDER_FAILED' });
  expect(onError).toHaveBeenCalledTimes(1);
});
