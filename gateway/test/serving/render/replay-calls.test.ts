import type { Composition } from '@voltframe/kit/contract/release/composition';
import { expect, test } from 'vitest';
import { gatewayErrors } from '../../../src/platform/errors.ts';
import type { CallRecord } from '../../../src/serving/render/call-record.ts';
import { replayCalls } from '../../../src/serving/render/replay-calls.ts';
import type { RenderProcess } from '../../../src/serving/render/render-process.ts';

type Open = Parameters<typeof replayCalls>[0];
type Parts = Parameters<Open>[0];

const composition = { routes: [{ id: 'docs.home' }] } as Composition;
const owner = { app: 'docs', digest: 'd1' };
const recordOf = (routeId = 'docs.home', replies: CallRecord['replies'] = new Map()): CallRecord => ({
  owner,
  type: 'fragment',
  request: { routeId },
  isListed: async () => true,
  replies,
  size: 0,
});

/** Replays calls in a process that treats each of them so. */
async function replay(
  records: CallRecord[],
  call: (parts: Parts, index: number) => unknown,
  signal = new AbortController().signal,
) {
  let [closed, index] = [0, 0];
  const open: Open = (parts) =>
    ({ call: async () => call(parts, index++), close: () => closed++ }) as unknown as RenderProcess;
  const outcome = await replayCalls(open, composition, records, signal, async (stack) => [
    `line of ${stack}`,
  ]);
  expect(closed).toBeGreaterThan(0);
  return outcome;
}

test('a call that is answered has not failed', async () => {
  expect(await replay([recordOf()], () => ({}))).toEqual({ type: 'answered' });
});

test.each([
  ['it threw', gatewayErrors.RENDER_FAILED({ reason: 'no' }), 'failed'],
  ['it took too long', gatewayErrors.RENDER_TIMEOUT({ what: 'fragment', limit: 1 }), 'failed'],
  ['its bundle does not load', gatewayErrors.RENDER_LOAD({ reason: 'no' }), 'failed'],
  ['nothing could be started', new Error('no memory'), 'untried'],
])('a call of which %s is %s', async (_, error, type) => {
  const outcome = await replay([recordOf()], () => {
    throw error;
  });
  expect(outcome).toMatchObject({ type });
});

test.each([
  ['by the code', 'limit', 'failed'],
  ['from outside', 'machine', 'untried'],
] as const)('a process that is ended %s is a call that is %s', async (_, by, type) => {
  const outcome = await replay([recordOf()], ({ observer }) => {
    observer.ended({ owner, reason: 'it ended', by }, []);
    return {};
  });
  expect(outcome).toEqual({ type, reason: 'it ended' });
});

test('upstreams are never asked: a question has its recorded reply, and without one nothing is known', async () => {
  const reply = { ok: true as const, status: 200, headers: {}, text: 'posts' };
  const ask = (path: string) =>
    replay([recordOf('docs.home', new Map([['{"path":"/posts"}', reply]]))], async ({ questions }) => {
      expect(await questions(1_000, { recorded: false }).reply({ path })).toMatchObject(
        path === '/posts' ? reply : { ok: false },
      );
    });
  expect(await ask('/posts')).toEqual({ type: 'answered' });
  expect(await ask('/other')).toMatchObject({
    type: 'untried',
    reason: expect.stringContaining('asks an upstream'),
  });
});

test.each([
  ['has no such route', recordOf('docs.new')],
  ['was given more than is recorded', { ...recordOf(), replies: undefined }],
])('a release that %s is untried', async (_, record) => {
  expect(await replay([record], () => ({}))).toMatchObject({ type: 'untried' });
});

test('of several calls only an end of the process is a failure', async () => {
  const records = [recordOf(), recordOf(), recordOf()];
  const throws = (): never => {
    throw gatewayErrors.RENDER_FAILED({ reason: 'no' });
  };
  expect(await replay(records, throws)).toEqual({ type: 'answered' });
  const ended = await replay(records, ({ observer }, index) => {
    if (index === 1) observer.ended({ owner, reason: 'too much memory', by: 'limit' }, []);
  });
  expect(ended).toEqual({ type: 'failed', reason: 'too much memory' });
});

test('what it throws has the lines of the sources', async () => {
  const outcome = await replay([recordOf()], ({ onError }) => {
    onError('fragment', { message: 'no', stack: 'a stack', isListed: true });
    throw gatewayErrors.RENDER_FAILED({ reason: 'no' });
  });
  expect(outcome).toMatchObject({ type: 'failed', frames: ['line of a stack'] });
});

test('a replay that is put off is untried', async () => {
  expect(await replay([recordOf()], () => ({}), AbortSignal.abort())).toMatchObject({ type: 'untried' });
});
