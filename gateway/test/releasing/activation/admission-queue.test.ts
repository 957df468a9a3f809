import { fakeClock } from '@voltframe/kit/testing/fake-clock';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type AdmissionRequest,
  createAdmissionQueue,
  GIVES_WAY_MS,
  HOUR_SHARE_MS,
} from '../../../src/releasing/activation/admission-queue.ts';

const SECOND = 1_000;
/** The time until a release with hanging loaders is refused. */
const HANGING_MS = 41 * SECOND;
/** Time of one check. */
const CHECK_MS = 200;
const START = Date.UTC(2026, 10, 24);

function setUp() {
  const clock = fakeClock(START);
  const after = (ms: number, call: () => void) => {
    const timer = clock.setTimeout(call, ms);
    return () => clock.clearTimeout(timer);
  };
  const log: string[] = [];
  let runs = 0;
  const run = createAdmissionQueue({
    now: clock.now,
    after,
  });
  const second = () => (clock.now() - START) / SECOND;
  /**
   * Requests an admission of `ms`, in full again after an interruption unless it keeps checks; they pass until it
   * hangs. @returns its result and times.
   */
  const request = (
    kind: AdmissionRequest['kind'],
    app: string,
    ms: number,
    { keeps = false, ...more }: Partial<AdmissionRequest> & { keeps?: boolean } = {},
  ) => {
    let checkedMs = 0;
    const requestedAt = clock.now();
    const begins: number[] = [];
    const ended = run({ kind, apps: [app], ...more }, async ({ signal, passed }) => {
      begins.push(clock.now());
      log.push(`${second()} ${kind} ${app} begins`);
      expect(++runs).toBe(1);
      const done = Promise.withResolvers<void>();
      const begun = keeps ? checkedMs : 0;
      const hangsFrom = ms === HANGING_MS ? SECOND / 2 : ms;
      after(ms - begun, done.resolve);
      for (let checked = begun; checked < hangsFrom; checked += CHECK_MS)
        after(checked - begun, () => {
          if (signal.aborted) return;
          checkedMs = checked;
          passed(`${checked}`);
        });
      signal.addEventListener('abort', () => done.reject(new Error('aborted')));
      await done.promise.finally(() => runs--);
    })
      .then(
        () => 'done',
        (error: { code: string }) => error.code,
      )
      .then((result) => ({ result, waitedMs: clock.now() - requestedAt - ms, endedAt: clock.now() }));
    return { requestedAt, begins, app, ended };
  };
  const publish = (app: string, ms: number, keeps = false) =>
    request('publish', app, ms, { slots: [`publish ${app}`], keeps });
  const check = (app: string, ms: number, token = app) =>
    request('check', app, ms, { slots: [`check ${token}`] });
  return { clock, log, request, publish, check };
}

test('a publish interrupts a check, which begins again afterwards', async () => {
  const { clock, log, check, publish } = setUp();
  const checked = check('blog', 10 * SECOND);
  await clock.advance(2 * SECOND);
  const published = publish('legal', 3 * SECOND);
  await clock.advance(60 * SECOND);
  expect(await published.ended).toMatchObject({ result: 'done', waitedMs: 0 });
  expect(await checked.ended).toMatchObject({ result: 'done', endedAt: START + 15 * SECOND });
  expect(log).toEqual(['0 check blog begins', '2 publish legal begins', '5 check blog begins']);
});

test('a publish gives way after five seconds to each of another app that has not had its share', async () => {
  const { clock, log, publish } = setUp();
  publish('blog', HANGING_MS);
  await clock.advance(SECOND);
  publish('legal', SECOND);
  await clock.advance(10 * SECOND);
  publish('legal', SECOND);
  await clock.advance(100 * SECOND);
  expect(log.filter((line) => line.includes('begins'))).toEqual([
    '0 publish blog begins',
    '5 publish legal begins',
    '6 publish blog begins',
    '11 publish legal begins',
    '12 publish blog begins',
  ]);
});

test.each([-10, -3, -1, 0, 1, 7, 30, 60])(
  'a release whose checks take 20 s is live within 30 s, published %i s after three that hang',
  async (afterSeconds) => {
    const { clock, publish } = setUp();
    const publishHanging = () => ['blog', 'legal', 'shop'].map((app) => publish(app, HANGING_MS));
    const publishOwn = () => publish('own', 20 * SECOND, true);
    const [first, second] = afterSeconds < 0 ? [publishOwn, publishHanging] : [publishHanging, publishOwn];
    const published = [first()].flat();
    await clock.advance(Math.abs(afterSeconds) * SECOND);
    published.push(...[second()].flat());
    await clock.advance(1_000 * SECOND);
    const own = published.find(({ app }) => app === 'own')!;
    expect((await own.ended).waitedMs).toBeLessThanOrEqual(10 * SECOND);
    expect(own.begins.length).toBeLessThanOrEqual(2);
    for (const { ended } of published) expect((await ended).result).toBe('done');
  },
);

test('a newer publish of an app, or check of a token, replaces the waiting one, which is rejected', async () => {
  const { clock, publish, check } = setUp();
  publish('shell', 4 * SECOND);
  const older = [publish('blog', SECOND), check('blog', SECOND, 'one')];
  const newer = [publish('blog', SECOND), check('blog', SECOND, 'one')];
  const others = [publish('legal', SECOND), check('blog', SECOND, 'two')];
  await clock.advance(60 * SECOND);
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

test('an interrupted check does not begin again when a newer check of its token replaces it', async () => {
  const { clock, publish, check } = setUp();
  const older = check('blog', 30 * SECOND);
  await clock.advance(SECOND);
  publish('legal', 4 * SECOND);
  const newer = check('blog', SECOND);
  await clock.advance(60 * SECOND);
  expect([(await older.ended).result, (await newer.ended).result]).toEqual(['GW_ADMISSION_REPLACED', 'done']);
});

test('a waiting request reports the running one immediately and every five seconds', async () => {
  const { clock, request, publish } = setUp();
  publish('blog', 12 * SECOND);
  await clock.advance(2 * SECOND);
  const reports: [number, unknown][] = [];
  request('check', 'legal', SECOND, { onWaiting: (ahead) => reports.push([clock.now() - START, ahead]) });
  await clock.advance(60 * SECOND);
  const ahead = { kind: 'publish', apps: ['blog'], since: START };
  expect(reports).toEqual([2, 7, 12].slice(0, reports.length).map((at) => [at * SECOND, ahead]));
  expect(reports.length).toBeGreaterThanOrEqual(2);
});

test('an app that used its share of the hour waits behind the others until the hour has passed', async () => {
  const { clock, publish, check } = setUp();
  for (let used = 0; used <= HOUR_SHARE_MS; used += HANGING_MS) {
    const hanging = publish('blog', HANGING_MS);
    await clock.advance(HANGING_MS);
    expect((await hanging.ended).result).toBe('done');
  }
  publish('shell', 3 * SECOND);
  const behind = publish('blog', SECOND);
  const other = check('legal', 4 * SECOND);
  await clock.advance(10 * SECOND);
  expect((await behind.ended).waitedMs).toBe(7 * SECOND);
  expect((await other.ended).waitedMs).toBe(3 * SECOND);
  await clock.advance(3_600 * SECOND);
  publish('shell', 3 * SECOND);
  const inTurn = publish('blog', SECOND);
  const later = check('legal', SECOND);
  await clock.advance(10 * SECOND);
  expect([(await inTurn.ended).waitedMs, (await later.ended).waitedMs]).toEqual([3 * SECOND, 4 * SECOND]);
});

const at = fc.integer({ min: 0, max: 120 }).map((seconds) => seconds * SECOND);

test('a publish waits at most five seconds for any requests of one other app', async () => {
  const hostile = fc.record({
    at,
    kind: fc.constantFrom('publish', 'check', 'preview'),
    token: fc.nat(30),
    ms: fc.constantFrom(SECOND, HANGING_MS),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(hostile, { maxLength: 30 }), at, async (given, when) => {
      const { clock, request, publish } = setUp();
      let published: ReturnType<typeof publish> | undefined;
      const requests = given.map(({ at: begin, kind, token, ms }) => ({
        at: begin,
        run: () =>
          request(kind, 'evil', ms, { slots: [kind === 'check' ? `check ${token}` : `${kind} evil`] }),
      }));
      const all = [];
      for (const { at: begin, run } of [...requests, { at: when, run: undefined }].toSorted(
        (a, b) => a.at - b.at,
      )) {
        await clock.advance(START + begin - clock.now());
        if (run) all.push(run());
        else published = publish('legal', 2 * SECOND);
      }
      await clock.advance(31 * HANGING_MS);
      expect((await published!.ended).result).toBe('done');
      expect((await published!.ended).waitedMs).toBeLessThanOrEqual(GIVES_WAY_MS);
      for (const { ended } of all) expect((await ended).result).toMatch(/^done$|^GW_ADMISSION_REPLACED$/);
    }),
    { numRuns: 60 },
  );
});

test('no app begins twice while another app waits', async () => {
  const anyRequest = fc.record({
    at,
    app: fc.constantFrom('a', 'b', 'c'),
    ms: fc.integer({ min: 100, max: 4_000 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(anyRequest, { maxLength: 40 }), async (given) => {
      const { clock, request } = setUp();
      const all = [];
      for (const { at: begin, app, ms } of given.toSorted((a, b) => a.at - b.at)) {
        await clock.advance(START + begin - clock.now());
        all.push(request('publish', app, ms));
      }
      await clock.advance(40 * 4 * SECOND);
      for (const waits of all)
        for (const app of ['a', 'b', 'c'].filter((name) => name !== waits.app)) {
          const first = all
            .filter(
              (other) => other.app === waits.app && other !== waits && other.requestedAt <= waits.requestedAt,
            )
            .every((other) => other.begins[0]! < waits.requestedAt);
          const meanwhile = all.filter(
            (other) =>
              other.app === app &&
              other.begins[0]! > waits.requestedAt &&
              other.begins[0]! < waits.begins[0]!,
          );
          if (first) expect(meanwhile.length).toBeLessThanOrEqual(1);
        }
    }),
    { numRuns: 60 },
  );
});
