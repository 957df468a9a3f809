import type { Composition } from '@voltframe/kit/contract/release/composition';
import { expect, test } from 'vitest';
import { gatewayErrors } from '../../../src/platform/errors.ts';
import type { CallRecord } from '../../../src/serving/render/call-record.ts';
import { replayCalls } from '../../../src/serving/render/replay-calls.ts';
import type { RenderProcess } from '../../../src/serving/render/render-process.ts';
import { callRecord } from '../../fixtures/call-record.ts';

type Open = Parameters<typeof replayCalls>[0];
type Parts = Parameters<Open>[0];

const composition = { routes: [{ id: 'docs.home' }] } as Composition;
const { owner } = callRecord();

/** Replays records in a process that handles each with `call`. */
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

test.each([
  ['the code threw', gatewayErrors.RENDER_FAILED({ reason: 'no' }), 'failed'],
  ['the time was exceeded', gatewayErrors.RENDER_TIMEOUT({ what: 'fragment', limit: 1 }), 'failed'],
  ['the bundle does not load', gatewayErrors.RENDER_LOAD({ reason: 'no' }), 'failed'],
  ['no process could be started', new Error('no memory'), 'untried'],
])('reports, if %s, the outcome %s', async (_, error, type) => {
  const outcome = await replay([callRecord()], () => {
    throw error;
  });
  expect(outcome).toMatchObject({ type });
});

test.each([
  ['by a limit', 'limit', 'failed'],
  ['from outside', 'machine', 'untried'],
] as const)('reports a process that is ended %s as %s', async (_, by, type) => {
  const outcome = await replay([callRecord()], ({ observer }) => {
    observer.ended({ owner, reason: 'it ended', by }, []);
    return {};
  });
  expect(outcome).toEqual({ type, reason: 'it ended' });
});

test('answers questions with recorded replies, and reports a question without one as untried', async () => {
  const reply = { ok: true as const, status: 200, headers: {}, text: 'posts' };
  const replayWith = (path: string) =>
    replay([callRecord({ replies: new Map([['{"path":"/posts"}', reply]]) })], async ({ questions }) => {
      expect(await questions(1_000, { recorded: false }).reply({ path })).toMatchObject(
        path === '/posts' ? reply : { ok: false },
      );
    });
  expect(await replayWith('/posts')).toEqual({ type: 'answered' });
  expect(await replayWith('/other')).toMatchObject({
    type: 'untried',
    reason: expect.stringContaining('asks an upstream'),
  });
});

test.each([
  ['has no such route', callRecord({ request: { routeId: 'docs.new' } })],
  ['has incomplete records', callRecord({ replies: undefined })],
])('reports a release that %s as untried', async (_, record) => {
  expect(await replay([record], () => ({}))).toMatchObject({ type: 'untried' });
});

test('reports several calls as failed only if the process ended', async () => {
  const records = [callRecord(), callRecord(), callRecord()];
  const throws = (): never => {
    throw gatewayErrors.RENDER_FAILED({ reason: 'no' });
  };
  expect(await replay(records, throws)).toEqual({ type: 'answered' });
  const ended = await replay(records, ({ observer }, index) => {
    if (index === 1) observer.ended({ owner, reason: 'too much memory', by: 'limit' }, []);
  });
  expect(ended).toEqual({ type: 'failed', reason: 'too much memory' });
});

test('reports an error with the lines of its sources', async () => {
  const outcome = await replay([callRecord()], ({ onError }) => {
    onError('fragment', { message: 'no', stack: 'a stack', isListed: true });
    throw gatewayErrors.RENDER_FAILED({ reason: 'no' });
  });
  expect(outcome).toMatchObject({ type: 'failed', frames: ['line of a stack'] });
});

test('reports an aborted replay as untried', async () => {
  expect(await replay([callRecord()], () => ({}), AbortSignal.abort())).toMatchObject({ type: 'untried' });
});
