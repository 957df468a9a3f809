import type { Composition } from '@voltframe/kit/contract/release/composition';
import { expect, onTestFinished, test, vi } from 'vitest';
import { RenderClient } from '../../../src/serving/render/render-client.ts';
import type { Reading } from '../../../src/serving/render/render-session.ts';
import { playedChild } from '../../fixtures/played-child.ts';
import { testTelemetry } from '../../fixtures/test-telemetry.ts';

const composition = { id: 'c' } as Composition;

/** A client whose processes the test simulates; each is loaded at once. */
function played() {
  const children: ReturnType<typeof playedChild>[] = [];
  const ends: string[] = [];
  const client = new RenderClient({
    spawn() {
      const child = playedChild();
      children.push(child);
      setImmediate(() => void child.say({ id: 0, ok: true }));
      return child.child;
    },
    load: async () => ({ app: 'docs', shell: { code: Buffer.of(), filename: '' } }),
    read: async () => undefined,
    questions: () => ({
      reply: () => new Promise<never>(() => {}),
      end() {},
      inputs: () => ({}),
      failure: () => undefined,
    }),
    memoryBytes: 1_000_000,
    timeoutMs: 60_000,
    now: () => 0,
    owner: { app: 'docs', digest: 'd' },
    telemetry: testTelemetry({ processEnded: ({ reason }) => void ends.push(reason) }),
  });
  onTestFinished(() => client.close());
  const outcomes: Record<string, string> = {};
  const call = (name: string, more: Partial<Reading> = {}): void => {
    const reading: Reading = { inputs: {}, recorded: false, isListed: true, priority: 'visitor', ...more };
    client.call(composition, 'guards', { url: name, names: [] }, reading).then(
      () => (outcomes[name] = 'answered'),
      (error: { code: string }) => (outcomes[name] = error.code),
    );
  };
  const calls = (at = -1) =>
    children.at(at)!.sent.flatMap(({ type, id, ...rest }) => {
      const { url } = (rest as { request?: { url: string } }).request ?? {};
      return type === 'guards' ? [{ id, name: url }] : [];
    });
  /** Names of the calls that a process got, in their order. @param at of its process; default: the last one. */
  const got = (at = -1) => calls(at).map(({ name }) => name);
  const answer = async (name: string): Promise<void> => {
    const { id } = calls().findLast((one) => one.name === name)!;
    const bytes = [`{"id":${id},"ok":true}`, '', '', '{"type":"pass"}'].map((part) => Buffer.from(part));
    const prefix = Buffer.alloc(16);
    for (const [part, { length }] of bytes.entries()) prefix.writeUInt32LE(length, 4 * part);
    await children.at(-1)!.write(Buffer.concat([prefix, ...bytes]));
  };
  const started = async (count = 1): Promise<void> => {
    await expect.poll(() => [children.length, client.pid]).toEqual([count, 1]);
    await new Promise((done) => void setImmediate(done));
  };
  const exit = (): void => void children.at(-1)!.events.emit('exit', 1, null);
  return { client, call, got, answer, started, exit, outcomes, ends, children };
}

const BACKGROUND = { priority: 'background' } as const;

test('a process works on three calls, and gets the next one with an answer', async () => {
  const { call, got, answer, started, outcomes } = played();
  for (const name of ['a', 'b', 'c', 'd', 'e']) call(name);
  await started();
  expect(got()).toEqual(['a', 'b', 'c']);
  await answer('b');
  expect([got(), outcomes]).toEqual([['a', 'b', 'c', 'd'], { b: 'answered' }]);
});

test('calls of visitors go before those in the background', async () => {
  const { call, got, answer, started } = played();
  for (const name of ['x', 'y', 'z']) call(name, BACKGROUND);
  await started();
  for (const name of ['later', 'latest']) call(name, BACKGROUND);
  call('visitor');
  await answer('x');
  await answer('y');
  expect(got()).toEqual(['x', 'y', 'z', 'visitor', 'later']);
});

test('calls in the background that wait for upstreams leave room for visitors', async () => {
  const { call, got, started, children } = played();
  for (let at = 0; at < 6; at++) call(`ahead ${at}`, BACKGROUND);
  await started();
  const waits = (id: number) => children[0]!.say({ type: 'upstream', id, call: id, question: {} });
  for (let id = 1; id <= 4; id++) await waits(id);
  expect(got()).toHaveLength(4);
  call('visitor');
  expect(got().at(-1)).toBe('visitor');
});

test('a call that waits too long for its turn fails alone', async () => {
  const { client, call, started, outcomes } = played();
  for (const name of ['a', 'b', 'c']) call(name);
  await started();
  call('impatient', { queueMs: 1 });
  await expect.poll(() => outcomes).toEqual({ impatient: 'GW_RENDER_BUSY' });
  expect(client.pending).toBe(3);
});

test('at most 200 calls of each priority wait', async () => {
  const { call, outcomes } = played();
  for (let at = 0; at < 201; at++) call(`visitor ${at}`);
  call('ahead', BACKGROUND);
  await vi.waitFor(() => expect(outcomes).toEqual({ 'visitor 200': 'GW_RENDER_BUSY' }));
});

test('the calls of a process that ends are repeated once, one at a time and before all others', async () => {
  const { call, got, answer, started, exit, outcomes, ends } = played();
  for (const name of ['a', 'b', 'c', 'd']) call(name);
  await started();
  exit();
  await started(2);
  expect(got()).toEqual(['a']);
  await answer('a');
  expect(got()).toEqual(['a', 'b']);
  exit();
  await started(3);
  expect(got()).toEqual(['c']);
  await answer('c');
  expect(got()).toEqual(['c', 'd']);
  expect(outcomes).toEqual({ a: 'answered', b: 'GW_RENDER_ENDED', c: 'answered' });
  expect(ends).toHaveLength(2);
});

test('the calls of a replaced process are made again, and its end does not count', async () => {
  const { client, call, got, started, ends } = played();
  for (const name of ['a', 'b', 'c', 'd']) call(name);
  await started();
  client.restart();
  await started(2);
  expect([got(), ends]).toEqual([['a', 'b', 'c'], []]);
});

test('a closed client fails its calls and ends its process', async () => {
  const { client, call, started, outcomes, children } = played();
  for (const name of ['a', 'b', 'c', 'd']) call(name);
  await started();
  client.close();
  call('late');
  const names = ['a', 'b', 'c', 'd', 'late'];
  await vi.waitFor(() =>
    expect(outcomes).toEqual(Object.fromEntries(names.map((name) => [name, 'GW_RENDER_ENDED']))),
  );
  expect(children[0]!.events.killed).toEqual(['SIGKILL']);
});
