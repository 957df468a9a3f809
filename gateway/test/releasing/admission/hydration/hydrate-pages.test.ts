import { expect, test, onTestFinished } from 'vitest';
import type { CandidatePage } from '../../../../src/releasing/admission/hydration/candidate-pages.ts';
import {
  createPageRunner,
  inOrder,
  parseExposesOutcome,
  parsePageOutcome,
  ProcessEnded,
  startHydrationProcess,
} from '../../../../src/releasing/admission/hydration/hydrate-pages.ts';
import { playedChild } from '../../../fixtures/played-child.ts';

const page = (kind: string, name = kind): CandidatePage => ({
  app: 'docs',
  id: kind,
  path: `/${name}`,
  key: name,
  groups: ['docs', kind],
  owners: [],
  url: `http://site/${name}`,
  document: async () => ({ html: '', policy: '' }),
});
const good = { state: 'hydrated', notes: [] };
const bad = { state: 'hydrated', notes: [{ kind: 'uncaught', message: 'boom' }] };

/** @param answer to a page in the nth process. */
function runner(answer: (name: string, process: number) => unknown = () => good) {
  const started: string[] = [];
  let processes = 0;
  const over = new AbortController();
  const time = { hurry: false };
  const start = () => {
    const process = ++processes;
    return {
      hasEnded: false,
      end() {},
      async ask({ url }: { url: string }) {
        const name = url.slice('http://site/'.length);
        started.push(`${name} ${process}`);
        return answer(name, process);
      },
    };
  };
  const { signal } = over;
  const created = createPageRunner(start, { signal, hurry: () => time.hurry, enough: () => false });
  return { ...created, started, over, time };
}

test('one page of each group is hydrated first', async () => {
  const { run, started } = runner();
  await run([page('a', 'a1'), page('a', 'a2'), page('b')]);
  expect(started).toEqual(['a1 1', 'b 1', 'a2 1']);
});

test('a process hydrates sixteen pages, and none after a page that fails', async () => {
  const { run, started } = runner((name) => (name === '02' ? bad : good));
  const pages = Array.from({ length: 20 }, (_, index) => page(String(index).padStart(2, '0')));
  const tried = await run(pages);
  expect(started.map((text) => text.split(' ')[1]).join('')).toBe('11122222222222222223');
  expect([...tried].flatMap(([{ key }, failure]) => (failure ? [key, failure.reason] : []))).toEqual([
    '02',
    'boom',
  ]);
});

test('no further page of a group is tried after three failures', async () => {
  const { run, started } = runner(() => bad);
  const tried = await run(Array.from({ length: 9 }, (_, index) => page('post', String(index))));
  expect([started.length, tried.size]).toEqual([3, 3]);
});

const reason = 'it ended';

test.each([
  { by: 'itself', times: 1, failure: undefined },
  { by: 'machine', times: 1, failure: undefined },
  { by: 'limit', times: 1, failure: { reason } },
  { by: 'itself', times: 2, failure: { reason } },
  { by: 'machine', times: 2, failure: { reason, untried: true } },
] as const)(
  'a page whose process was ended by $by, $times times, has the failure $failure',
  async (ended) => {
    const { run } = runner((_, process) => {
      if (process <= ended.times) throw new ProcessEnded(reason, ended.by);
      return good;
    });
    expect([...(await run([page('a')])).values()]).toEqual([ended.failure]);
  },
);

test('after the first time limit, one page of each narrow group is hydrated', async () => {
  const { run, started, time } = runner();
  time.hurry = true;
  const pages = [page('a', 'a1'), page('a', 'a2'), page('b')];
  const tried = await run(pages);
  expect(started).toEqual(['a1 1', 'b 1']);
  expect(tried.has(pages[1]!)).toBe(false);
});

test('after an abort, no page is started and no page fails', async () => {
  const { run, started, over } = runner(() => {
    over.abort();
    throw new ProcessEnded('it is not needed any more', 'machine');
  });
  expect((await run([page('a'), page('b')])).size).toBe(0);
  expect(started).toEqual(['a 1']);
});

test('the order begins with one page of each app, then of each expose, then of each route', () => {
  const entry = (key: string, ...groups: string[]) => ({ key, groups });
  const pages = [
    entry('1', 'docs', './post', 'post'),
    entry('2', 'docs', './post', 'post'),
    entry('3', 'docs', './post', 'draft'),
    entry('4', 'docs', './list', 'list'),
    entry('5', 'legal', './terms', 'terms'),
  ];
  expect(inOrder(pages).map(({ key }) => key)).toEqual(['1', '5', '4', '3', '2']);
});

test('inOrder orders 25,000 pages', () => {
  const pages = Array.from({ length: 25_000 }, (_, index) => page(`route ${index % 500}`, String(index)));
  const routes = inOrder(pages)
    .slice(0, 500)
    .map(({ groups }) => groups[1]);
  expect(new Set(routes).size).toBe(500);
});

const note = (message: string) => ({ kind: 'uncaught', message });

test.each([
  ['undefined', undefined],
  ['an unknown state', { state: 'fine', notes: [] }],
  ['too many notes', { state: 'hydrated', notes: Array.from({ length: 1_000 }, () => note('a')) }],
  ['a message that is too long', { state: 'hydrated', notes: [note('a'.repeat(10_000))] }],
])('the untrusted outcome of a process is refused when it is or has %s', (_, given) => {
  expect(parsePageOutcome(given)).toBeUndefined();
});

test('a failed container without a name or reason is refused', () => {
  expect(parseExposesOutcome({ failed: [{ app: 'docs' }] })).toBeUndefined();
  const failed = [{ app: 'docs', what: './pages/home', kind: 'exposes', message: 'boom' }];
  expect(parseExposesOutcome({ failed })).toEqual({ failed });
});

const PROFILE = { zone: 'UTC', locale: 'en-US', width: 1280, shiftMs: 0 };
const PAGE = { type: 'page', url: 'http://site/', html: '', policy: '' } as const;
const turn = (): Promise<void> => new Promise((done) => void setImmediate(done));

function openProcess() {
  const played = playedChild();
  const process = startHydrationProcess({
    ...played,
    load: { type: 'load', scripts: [], imports: {}, tables: '', personal: {}, profile: PROFILE },
    sources: [],
    memoryBytes: 1_000,
  });
  onTestFinished(() => process.end());
  return { ...played, process };
}

test('a page waits until its process has loaded, and loading does not count against its limit', async () => {
  const { process, sent, say, works } = openProcess();
  const answer = process.ask(PAGE);
  works(2, 5_000);
  expect(sent.map(({ type }) => type)).toEqual(['load']);
  await say({ id: 0, ok: true });
  await say({ id: 0, ok: true });
  expect(sent.map(({ type, id }) => [type, id])).toEqual([
    ['load', 0],
    ['page', 1],
  ]);
  await say({ id: 1, ok: true, result: 'hydrated' });
  expect(await answer).toBe('hydrated');
});

test.each([
  ['uses too much processor time', 2, 5_000, { by: 'limit', message: expect.stringContaining('4000 ms') }],
  [
    'waits for an event that never comes',
    200,
    0,
    { by: 'limit', message: 'it did nothing for 30000 ms during a call' },
  ],
])('a page that %s ends its process', async (_, looks, cpuMs, ended) => {
  const { process, say, works } = openProcess();
  await say({ id: 0, ok: true });
  const answer = process.ask(PAGE).catch((error: unknown) => error);
  await turn();
  works(looks, cpuMs);
  expect(await answer).toMatchObject(ended);
  expect(process.hasEnded).toBe(true);
  await expect(process.ask(PAGE)).rejects.toMatchObject(ended);
});
