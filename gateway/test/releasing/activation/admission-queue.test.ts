import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type AdmissionRequest,
  createAdmissionQueue,
  GIVES_WAY_MS,
  HOUR_SHARE_MS,
} from '../../../src/releasing/activation/admission-queue.ts';

const SECOND = 1_000;
/** A release whose loaders hang takes so long until it is refused. */
const HANGING_MS = 41 * SECOND;
const START = Date.UTC(2026, 10, 24);

/** A clock that goes on when it is told to. */
function createClock() {
  let time = START;
  let timers: { at: number; call: () => void }[] = [];
  const after = (ms: number, call: () => void) => {
    const timer = { at: time + ms, call };
    timers.push(timer);
    return () => void (timers = timers.filter((other) => other !== timer));
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    now: () => time,
    after,
    /** Until then, with all that is due on the way. */
    async pass(ms: number) {
      const end = time + ms;
      await settle();
      for (;;) {
        const due = timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
        if (!due) break;
        timers = timers.filter((timer) => timer !== due);
        time = Math.max(time, due.at);
        due.call();
        await settle();
      }
      time = end;
    },
  };
}

function setUp() {
  const clock = createClock();
  const log: string[] = [];
  let runs = 0;
  const queue = createAdmissionQueue({ ...clock, onPublish: () => void log.push('a publish begins') });
  const second = () => (clock.now() - START) / SECOND;
  /** An admission takes its time from anew when it begins again. @returns how it ended, in time. */
  const ask = (
    kind: AdmissionRequest['kind'],
    app: string,
    ms: number,
    more: Partial<AdmissionRequest> = {},
  ) => {
    const asked = clock.now();
    const begins: number[] = [];
    const ended = queue
      .run({ kind, apps: [app], ...more }, async (signal) => {
        begins.push(clock.now());
        log.push(`${second()} ${kind} ${app} begins`);
        expect(++runs).toBe(1);
        const done = Promise.withResolvers<void>();
        clock.after(ms, done.resolve);
        signal.addEventListener('abort', () => done.reject(new Error('aborted')));
        await done.promise.finally(() => runs--);
      })
      .then(
        () => 'done',
        (error: { code: string }) => error.code,
      )
      .then((result) => ({ result, waitedMs: clock.now() - asked - ms, endedAt: clock.now() }));
    return { asked, begins, app, ended };
  };
  const publish = (app: string, ms: number) => ask('publish', app, ms, { slots: [`publish ${app}`] });
  const check = (app: string, ms: number, token = app) =>
    ask('check', app, ms, { slots: [`check ${token}`] });
  return { clock, log, ask, publish, check };
}

test('a publish interrupts a check, which begins again afterwards', async () => {
  const { clock, log, check, publish } = setUp();
  const checked = check('blog', 10 * SECOND);
  await clock.pass(2 * SECOND);
  const published = publish('legal', 3 * SECOND);
  await clock.pass(60 * SECOND);
  expect(await published.ended).toMatchObject({ result: 'done', waitedMs: 0 });
  expect(await checked.ended).toMatchObject({ result: 'done', endedAt: START + 15 * SECOND });
  expect(log).toEqual([
    '0 check blog begins',
    'a publish begins',
    '2 publish legal begins',
    '5 check blog begins',
  ]);
});

test('a publish gives way to one of another app when it used five seconds, and only once', async () => {
  const { clock, log, publish } = setUp();
  publish('blog', HANGING_MS);
  await clock.pass(SECOND);
  publish('legal', SECOND);
  await clock.pass(10 * SECOND);
  publish('legal', SECOND);
  await clock.pass(100 * SECOND);
  expect(log.filter((line) => line.includes('begins') && !line.startsWith('a '))).toEqual([
    '0 publish blog begins',
    '5 publish legal begins',
    '6 publish blog begins',
    '47 publish legal begins',
  ]);
});

test('a newer publish of an app, a newer check of a token, replaces the one that waits; its caller is told', async () => {
  const { clock, publish, check } = setUp();
  publish('shell', 4 * SECOND);
  const older = [publish('blog', SECOND), check('blog', SECOND, 'one')];
  const newer = [publish('blog', SECOND), check('blog', SECOND, 'one')];
  const others = [publish('legal', SECOND), check('blog', SECOND, 'two')];
  await clock.pass(60 * SECOND);
  const resultOf = async ({ ended }: (typeof older)[number]) => (await ended).result;
  expect(await Promise.all([...older, ...newer, ...others].map(resultOf))).toEqual([
    'GW_ADMISSION_REPLACED',
    'GW_ADMISSION_REPLACED',
    'done',
    'done',
    'done',
    'done',
  ]);
});

test('an interrupted check that a newer one of its token replaces does not begin again', async () => {
  const { clock, publish, check } = setUp();
  const older = check('blog', 30 * SECOND);
  await clock.pass(SECOND);
  publish('legal', 4 * SECOND);
  const newer = check('blog', SECOND);
  await clock.pass(60 * SECOND);
  expect([(await older.ended).result, (await newer.ended).result]).toEqual(['GW_ADMISSION_REPLACED', 'done']);
});

test('whoever waits is told at once and every five seconds what runs, and since when', async () => {
  const { clock, ask, publish } = setUp();
  publish('blog', 12 * SECOND);
  await clock.pass(2 * SECOND);
  const told: [number, unknown][] = [];
  ask('check', 'legal', SECOND, { onWaiting: (ahead) => told.push([clock.now() - START, ahead]) });
  await clock.pass(60 * SECOND);
  const ahead = { kind: 'publish', apps: ['blog'], since: START };
  expect(told).toEqual([2, 7, 12].slice(0, told.length).map((at) => [at * SECOND, ahead]));
  expect(told.length).toBeGreaterThanOrEqual(2);
});

test('an app that used its share of the hour goes behind the others, until the hour has passed', async () => {
  const { clock, publish, check } = setUp();
  for (let used = 0; used <= HOUR_SHARE_MS; used += HANGING_MS) {
    const hanging = publish('blog', HANGING_MS);
    await clock.pass(HANGING_MS);
    expect((await hanging.ended).result).toBe('done');
  }
  publish('shell', 3 * SECOND);
  const behind = publish('blog', SECOND);
  const other = check('legal', 4 * SECOND);
  await clock.pass(10 * SECOND);
  expect((await behind.ended).waitedMs).toBe(7 * SECOND);
  expect((await other.ended).waitedMs).toBe(3 * SECOND);
  await clock.pass(3_600 * SECOND);
  publish('shell', 3 * SECOND);
  const inTurn = publish('blog', SECOND);
  const later = check('legal', SECOND);
  await clock.pass(10 * SECOND);
  expect([(await inTurn.ended).waitedMs, (await later.ended).waitedMs]).toEqual([3 * SECOND, 4 * SECOND]);
});

const at = fc.integer({ min: 0, max: 120 }).map((seconds) => seconds * SECOND);

test('whatever one app asks for, a publish of another app waits five seconds at most', async () => {
  const hostile = fc.record({
    at,
    kind: fc.constantFrom('publish', 'check', 'preview'),
    token: fc.nat(30),
    ms: fc.constantFrom(SECOND, HANGING_MS),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(hostile, { maxLength: 30 }), at, async (asked, when) => {
      const { clock, ask, publish } = setUp();
      let published: ReturnType<typeof publish> | undefined;
      const requests = asked.map(({ at: begin, kind, token, ms }) => ({
        at: begin,
        run: () => ask(kind, 'evil', ms, { slots: [kind === 'check' ? `check ${token}` : `${kind} evil`] }),
      }));
      const all = [];
      for (const { at: begin, run } of [...requests, { at: when, run: undefined }].toSorted(
        (a, b) => a.at - b.at,
      )) {
        await clock.pass(START + begin - clock.now());
        if (run) all.push(run());
        else published = publish('legal', 2 * SECOND);
      }
      await clock.pass(31 * HANGING_MS);
      expect((await published!.ended).result).toBe('done');
      expect((await published!.ended).waitedMs).toBeLessThanOrEqual(GIVES_WAY_MS);
      for (const { ended } of all) expect((await ended).result).toMatch(/^done$|^GW_ADMISSION_REPLACED$/);
    }),
    { numRuns: 60 },
  );
});

test('apps take turns: while one waits, no other begins twice', async () => {
  const request = fc.record({
    at,
    app: fc.constantFrom('a', 'b', 'c'),
    ms: fc.integer({ min: 100, max: 4_000 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(request, { maxLength: 40 }), async (asked) => {
      const { clock, ask } = setUp();
      const all = [];
      for (const { at: begin, app, ms } of asked.toSorted((a, b) => a.at - b.at)) {
        await clock.pass(START + begin - clock.now());
        all.push(ask('publish', app, ms));
      }
      await clock.pass(40 * 4 * SECOND);
      for (const waits of all)
        for (const app of ['a', 'b', 'c'].filter((name) => name !== waits.app)) {
          const first = all
            .filter((other) => other.app === waits.app && other !== waits && other.asked <= waits.asked)
            .every((other) => other.begins[0]! < waits.asked);
          const meanwhile = all.filter(
            (other) =>
              other.app === app && other.begins[0]! > waits.asked && other.begins[0]! < waits.begins[0]!,
          );
          if (first) expect(meanwhile.length).toBeLessThanOrEqual(1);
        }
    }),
    { numRuns: 60 },
  );
});
