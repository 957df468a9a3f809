import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import { expect, onTestFinished, test } from 'vitest';
import { spawnClosed } from '../../../src/platform/runtime/closed-process.ts';
import type { UpstreamQuestions } from '../../../src/serving/upstreams/upstream-questions.ts';
import { RenderClient } from '../../../src/serving/render/render-client.ts';
import { testFolder } from '../../fixtures/test-database.ts';
import { testTelemetry } from '../../fixtures/test-telemetry.ts';

const MB = 1024 * 1024;
const composition = { id: 'c' } as Composition;
const SEND = `
import { writeSync } from 'node:fs';
const send = (message, html = '', facts = '') => {
  const head = Buffer.from(typeof message === 'string' ? message : JSON.stringify(message));
  const [body, rest] = [Buffer.from(html), Buffer.from(facts)];
  const prefix = Buffer.alloc(16);
  prefix.writeUInt32LE(head.length, 0);
  prefix.writeUInt32LE(body.length, 4);
  prefix.writeUInt32LE(rest.length, 12);
  for (let frame = Buffer.concat([prefix, head, body, rest]), at = 0; at < frame.length;) at += writeSync(4, frame, at);
};
process.on('message', (message) => {
  if (message.type === 'load') return send({ id: 0, ok: true, result: {} });
  if (message.type !== 'frame') return;
  const { id } = message;
`;

const OWNER = { app: 'docs', digest: 'd' };

const replied = { ok: true as const, status: 200, headers: {} };

/** A process whose script runs `deed` for a call. */
async function processOf(
  deed: string,
  reply: UpstreamQuestions['reply'] = async (question) => ({ ...replied, text: JSON.stringify(question) }),
  now = Date.now,
  timeoutMs = 20_000,
) {
  const folder = testFolder();
  await writeFile(path.join(folder, 'child.mjs'), `${SEND} ${deed} });`);
  const crashes: string[] = [];
  const errors: object[] = [];
  /** At each start the number of recent ends. */
  const starts: number[] = [];
  const process = new RenderClient({
    spawn(recentEnds) {
      starts.push(recentEnds);
      return spawnClosed(path.join(folder, 'child.mjs'), [folder], { memoryBytes: 128 * MB });
    },
    load: async () => ({ app: 'docs', shell: { code: Buffer.of(), filename: '' } }),
    read: async () => undefined,
    questions: () => ({
      reply,
      end: () => {},
      inputs: () => ({ posts: '1' }),
      failure: () => undefined,
    }),
    memoryBytes: 128 * MB,
    timeoutMs,
    now,
    onError: (type, error) => void errors.push({ type, ...error }),
    owner: OWNER,
    telemetry: testTelemetry({ processEnded: ({ reason }) => void crashes.push(reason) }),
  });
  onTestFinished(() => process.close());
  const call = (inputs: Record<string, string> = {}): Promise<string> =>
    process
      .call(
        composition,
        'frame',
        { navigation: '' },
        { inputs, recorded: false, isListed: true, priority: 'visitor' },
      )
      .then(
        ({ html }) => `html ${html}`,
        (error: { code: string; why: string }) => `${error.code} ${error.why}`,
      );
  return { call, crashes, errors, starts };
}

/** @returns the outcome of one call. */
async function callOf(deed: string, inputs: Record<string, string> = {}) {
  const { call, crashes } = await processOf(deed);
  return { outcome: await call(inputs), crashes };
}

const times = <Value>(count: number, make: () => Value): Value[] => Array.from({ length: count }, make);

test('a process works on three calls at a time', async () => {
  const { call } = await processOf(`
    globalThis.open = (globalThis.open ?? 0) + 1;
    globalThis.most = Math.max(globalThis.most ?? 0, globalThis.open);
    setTimeout(() => {
      globalThis.open--;
      send({ id, ok: true }, String(globalThis.most), '{"islands":[]}');
    }, 50);`);
  expect((await Promise.all(times(12, () => call()))).at(-1)).toBe('html 3');
});

test('a loop is told with the stack of the code that ran', async () => {
  const spin = `const spin = () => { for (;;); };\n spin();`;
  const { call, errors } = await processOf(spin, undefined, undefined, 1_000);
  expect(await call()).toMatch(/^GW_RENDER_TIMEOUT/);
  await expect
    .poll(() => errors, { timeout: 20_000 })
    .toEqual([
      {
        type: 'frame',
        message: expect.stringContaining('longer than 1000 ms'),
        stack: expect.stringMatching(/^ +at spin \(.*child\.mjs:\d+:\d+\)\n/),
        isListed: true,
      },
    ]);
});

test('up to eight calls are open while they wait for upstreams', async () => {
  const answers: (() => void)[] = [];
  const { call } = await processOf(
    `
    process.on('message', ({ type, id: question }) => {
      if (type === 'upstream' && question === id) send({ id, ok: true }, 'fed', '{"islands":[]}');
    });
    send({ type: 'upstream', id, call: id, question: {} });`,
    () =>
      new Promise((done) => {
        answers.push(() => done({ ...replied, text: '' }));
        if (answers.length >= 8) for (const answer of answers) answer();
      }),
  );
  expect(new Set(await Promise.all(times(8, () => call())))).toEqual(new Set(['html fed']));
});

test('a question for an upstream is answered for its call, and recorded as an input', async () => {
  const inputs = {};
  const deed = `
    process.on('message', ({ type, id: question, text }) => {
      if (type === 'upstream') send({ id, ok: true }, question + text, '{"islands":[]}');
    });
    send({ type: 'upstream', id: 7, call: id, question: { path: '/posts' } });`;
  expect((await callOf(deed, inputs)).outcome).toBe('html 7{"path":"/posts"}');
  expect(inputs).toEqual({ posts: '1' });
});

test('a question for an upstream of another call is not answered', async () => {
  const deed = `
    process.on('message', ({ type, ok, code }) => {
      if (type === 'upstream') send({ id, ok: true }, ok + ' ' + code, '{"islands":[]}');
    });
    send({ type: 'upstream', id: 7, call: id + 1, question: {} });`;
  expect((await callOf(deed)).outcome).toBe('html false UPSTREAM_TIMEOUT');
});

test('a malformed answer fails its call, and does not end the process', async () => {
  const { outcome, crashes } = await callOf("send({ id, ok: true }, '<main></main>', '{')");
  expect(outcome).toMatch(/^GW_RENDER_FAILED/);
  expect(crashes).toEqual([]);
});

test('a violation of the protocol ends the process and its call', async () => {
  const { outcome, crashes } = await callOf('writeSync(4, Buffer.alloc(16, 127))');
  expect(outcome).toMatch(/^GW_RENDER_ENDED/);
  expect(crashes.length).toBeGreaterThan(0);
});

test('a process that exits each time is restarted ten times, then after a growing pause', async () => {
  let now = 0;
  const { call, starts } = await processOf('process.exit(1);', undefined, () => now);
  for (let calls = 0; calls < 5; calls++) await call();
  expect(starts).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(await call()).toContain('it ended too often');
  now += 250;
  await call();
  expect(starts.slice(10)).toEqual([10]);
  now += 250;
  expect(await call()).toContain('it ended too often');
  now += 60_000;
  await call();
  expect(starts.slice(11)).toEqual([0, 1]);
});
