import type { ReplayOutcome } from '@voltframe/kit/contract/operations/replay';
import { errorId } from '@voltframe/kit/contract/reports/error-id';
import { expect, test, vi } from 'vitest';
import { gatewayErrors } from '../../../src/platform/errors.ts';
import { createWitness, type Finding, type WitnessOptions } from '../../../src/releasing/witness/witness.ts';
import type { ServedComposition } from '../../../src/serving/compositions/served-composition.ts';
import type { CallRecord } from '../../../src/serving/render/call-record.ts';
import { callRecord } from '../../fixtures/call-record.ts';

const ACCUSED = { app: 'docs', digest: 'd2' };
const ANSWERED: ReplayOutcome = { type: 'answered' };
const FAILED: ReplayOutcome = { type: 'failed', reason: 'it threw' };
const UNTRIED: ReplayOutcome = { type: 'untried', reason: 'no memory' };

const recordOf = (path: string, more: Partial<CallRecord> = {}): CallRecord =>
  callRecord({ owner: ACCUSED, request: { routeId: 'docs.home', path, search: '' }, ...more });

/** A site at d2, after d1, whose replays have these outcomes. */
function setUp(outcomes: { d2: ReplayOutcome; d1?: ReplayOutcome }, more: Partial<WitnessOptions> = {}) {
  const clock = { now: 1_000 };
  const refused: unknown[] = [];
  const findings: Finding[] = [];
  const replays: { digest: string; calls: number }[] = [];
  const served = (digest: string) =>
    ({
      composition: { apps: { docs: digest } },
      releases: {},
      renderer: { refuse: (subject: unknown) => refused.push(subject) },
    }) as unknown as ServedComposition;
  const live = { served: served('d2') };
  const replay = vi.fn<WitnessOptions['processes']['replay']>(async (_, { apps }, records) => {
    replays.push({ digest: apps['docs']!, calls: records.length });
    return outcomes[apps['docs'] as 'd1' | 'd2'] ?? UNTRIED;
  });
  const fallBack = vi.fn<NonNullable<WitnessOptions['fallBack']>>(async () => undefined);
  const witness = createWitness({
    processes: { replay },
    live: () => live.served,
    withEarlier: async (_, __, use) => (outcomes.d1 ? use(served('d1')) : undefined),
    fallBack,
    hydrate: async () => [],
    mendFiles: async () => [],
    onFinding: (finding) => findings.push(finding),
    onError: (error) => {
      throw error;
    },
    now: () => clock.now,
    ...more,
  });
  const settled = async () => {
    await new Promise((done) => void setImmediate(done));
    await witness.idle();
  };
  const fail = async (record: CallRecord, times = 3) => {
    for (let time = 0; time < times; time++) witness.failed(record, 'it threw', undefined);
    await settled();
  };
  return { witness, clock, refused, findings, replays, fallBack, live, fail, settled, serve: served };
}

test('a listed page that fails only with the accused release causes a fallback that names the request', async () => {
  const { fail, fallBack, findings, replays } = setUp({ d2: FAILED, d1: ANSWERED });
  await fail(recordOf('/docs'), 2);
  expect(replays).toEqual([]);
  await fail(recordOf('/docs'), 1);
  expect(replays.map(({ digest }) => digest)).toEqual(['d2', 'd1']);
  expect(fallBack.mock.calls).toEqual([['docs', 'd2', '/docs: it threw; d1 answers the same request']]);
  expect(findings).toMatchObject([{ type: 'replayed', isListed: true, replay: { blame: 'release' } }]);
});

test.each([
  ['both releases fail', { d2: FAILED, d1: FAILED }, {}, 'input'],
  ['the page is not listed', { d2: FAILED, d1: ANSWERED }, { isListed: async () => false }, 'release'],
  ['there is no earlier release', { d2: FAILED }, {}, 'untried'],
  ['the earlier release cannot be tried', { d2: FAILED, d1: UNTRIED }, {}, 'untried'],
  ['the accused release cannot be tried', { d2: UNTRIED, d1: ANSWERED }, {}, 'untried'],
])('no fallback happens when %s', async (_, outcomes, more, blame) => {
  const { fail, fallBack, findings } = setUp(outcomes);
  await fail(recordOf('/docs', more));
  expect(fallBack).not.toHaveBeenCalled();
  expect(findings).toMatchObject([{ replay: { blame, app: 'docs', release: 'd2' } }]);
});

test('an unlisted request that fails with both releases is refused afterwards; a listed page is not', async () => {
  const { fail, refused } = setUp({ d2: FAILED, d1: FAILED });
  const isListed = async () => false;
  await fail(recordOf('/docs/listed'));
  await fail(recordOf('/docs/odd', { isListed }));
  await fail(recordOf('', { type: 'island', request: { name: 'Odd', props: { a: 1 } }, isListed }));
  expect(refused).toEqual([
    { kind: 'fragment', app: 'docs', routeId: 'docs.home', path: '/docs/odd', search: '' },
    { kind: 'island', app: 'docs', name: 'Odd', props: { a: 1 } },
  ]);
});

test('each call of an ended process is replayed alone, unless the machine ended the process', async () => {
  const { witness, replays, settled } = setUp({ d2: ANSWERED, d1: ANSWERED });
  const suspects = ['/a', '/b'].map((path) => recordOf(path));
  witness.ended({ owner: ACCUSED, reason: 'SIGKILL', by: 'machine' }, suspects);
  await settled();
  expect(replays).toEqual([]);
  witness.ended({ owner: ACCUSED, reason: 'too much memory', by: 'limit' }, suspects);
  await settled();
  expect(replays).toEqual([
    { digest: 'd2', calls: 1 },
    { digest: 'd2', calls: 1 },
  ]);
});

test('after five ends that no single call explains, the last calls are replayed in order', async () => {
  const leaks = setUp({ d2: ANSWERED, d1: ANSWERED });
  const { witness: observer } = leaks;
  for (let end = 0; end < 5; end++) {
    for (let call = 0; call < 8; call++) observer.answered(recordOf(`/${end}/${call}`));
    observer.ended({ owner: ACCUSED, reason: 'too much memory', by: 'limit' }, [recordOf(`/end/${end}`)]);
    await leaks.settled();
  }
  expect(leaks.replays.filter(({ calls }) => calls > 1)).toHaveLength(1);
  expect(leaks.findings).toMatchObject([{ type: 'unexplained', app: 'docs', release: 'd2' }]);
  expect(leaks.fallBack).not.toHaveBeenCalled();
});

test('a leak in the accused release alone causes a fallback', async () => {
  const replay: WitnessOptions['processes']['replay'] = async (_, { apps }, records) =>
    records.length > 1 && apps['docs'] === 'd2' ? FAILED : ANSWERED;
  const { witness, fallBack, settled } = setUp({ d2: ANSWERED, d1: ANSWERED }, { processes: { replay } });
  for (let end = 0; end < 5; end++) {
    witness.ended({ owner: ACCUSED, reason: 'too much memory', by: 'limit' }, [recordOf(`/${end}`)]);
    await settled();
  }
  expect(fallBack.mock.calls.map(([app, digest]) => [app, digest])).toEqual([['docs', 'd2']]);
});

test('unlisted addresses that end a process cause no fallback', async () => {
  const replay: WitnessOptions['processes']['replay'] = async (_, { apps }, records) => {
    const isOdd = records.some(({ request }) => (request as { path: string }).path.startsWith('/odd'));
    return isOdd && apps['docs'] === 'd2' ? FAILED : ANSWERED;
  };
  const { witness, fallBack, findings, settled } = setUp(
    { d2: ANSWERED, d1: ANSWERED },
    { processes: { replay } },
  );
  for (let end = 0; end < 6; end++) {
    // The process was rendering a listed page, too.
    witness.ended({ owner: ACCUSED, reason: 'an endless loop', by: 'limit' }, [
      recordOf(`/odd/${end}`, { isListed: async () => false }),
      recordOf(`/docs/${end}`),
    ]);
    await settled();
  }
  expect(findings).toContainEqual(expect.objectContaining({ type: 'unexplained' }));
  expect(fallBack).not.toHaveBeenCalled();
});

test('the same call is replayed once within ten minutes', async () => {
  const { fail, replays, clock } = setUp({ d2: ANSWERED, d1: ANSWERED });
  await fail(recordOf('/docs'), 9);
  expect(replays).toHaveLength(1);
  clock.now += 10 * 60_000;
  await fail(recordOf('/docs'), 3);
  expect(replays).toHaveLength(2);
});

test('any number of unlisted addresses does not displace a listed one', async () => {
  const order: string[] = [];
  const held = Promise.withResolvers<void>();
  const replay: WitnessOptions['processes']['replay'] = async (_, __, [record]) => {
    order.push((record!.request as { path: string }).path);
    await held.promise;
    return ANSWERED;
  };
  const { witness, settled } = setUp({ d2: ANSWERED }, { processes: { replay } });
  const end = (path: string, isListed: boolean) =>
    witness.ended({ owner: ACCUSED, reason: 'an endless loop', by: 'limit' }, [
      recordOf(path, { isListed: async () => isListed }),
    ]);
  for (let index = 0; index < 100; index++) end(`/invented/${index}`, false);
  end('/listed', true);
  await new Promise((done) => void setImmediate(done));
  held.resolve();
  await settled();
  expect(order.slice(0, 2)).toEqual(['/invented/0', '/listed']);
  // Ten waited beside the two; the process ended so often that the last calls are replayed together.
  expect(order).toHaveLength(13);
});

test('a release that is no longer live is not replayed', async () => {
  const { fail, replays, live, serve } = setUp({ d2: FAILED, d1: ANSWERED });
  live.served = serve('d3');
  await fail(recordOf('/docs'));
  expect(replays).toEqual([]);
});

test('an interrupted replay is repeated later', async () => {
  const started: AbortSignal[] = [];
  const replay: WitnessOptions['processes']['replay'] = async (_, { apps }, __, signal) => {
    started.push(signal);
    if (started.length === 1)
      await new Promise<void>((done) => {
        signal.addEventListener('abort', () => done());
      });
    if (signal.aborted) return UNTRIED;
    return apps['docs'] === 'd2' ? FAILED : ANSWERED;
  };
  const { witness, fail, fallBack } = setUp({ d2: FAILED, d1: ANSWERED }, { processes: { replay } });
  const failing = fail(recordOf('/docs'));
  await vi.waitFor(() => expect(started).toHaveLength(1));
  witness.giveWay();
  await failing;
  expect(started).toHaveLength(3);
  expect(fallBack).toHaveBeenCalledTimes(1);
});

test('reports of browsers start a hydration with both releases, and a damaged file is no evidence', async () => {
  const hydrate: WitnessOptions['hydrate'] = async ({ composition }) =>
    composition.apps['docs'] === 'd2' ? ['/docs does not hydrate'] : [];
  const { witness, fallBack, settled } = setUp({ d2: FAILED, d1: ANSWERED }, { hydrate });
  witness.reported(ACCUSED, 'docs', '3 browsers');
  await settled();
  expect(fallBack).toHaveBeenCalledTimes(1);
  const damaged = setUp({ d2: FAILED, d1: ANSWERED }, { hydrate, mendFiles: async () => ['client/a.js'] });
  damaged.witness.reported(ACCUSED, 'docs', '3 browsers');
  await damaged.settled();
  expect(damaged.fallBack).not.toHaveBeenCalled();
  expect(damaged.findings).toMatchObject([{ replay: { blame: 'untried' } }]);
});

test('a team replays the call behind an error; a call that is not stored is refused', async () => {
  const { witness, fallBack } = setUp({ d2: FAILED, d1: ANSWERED });
  witness.failed(recordOf('/docs'), 'it threw', 'abcd1234');
  expect(await witness.replay('abcd1234', 'docs')).toMatchObject({
    blame: 'release',
    request: '/docs',
    before: 'd1',
  });
  expect(fallBack).not.toHaveBeenCalled();
  await expect(witness.replay('other', undefined)).rejects.toMatchObject({ code: 'GW_REPLAY_GONE' });
  await expect(witness.replay('abcd1234', 'blog')).rejects.toMatchObject({ code: 'GW_REPLAY_GONE' });
});

test('a call that timed out or ended its process is replayed by the id of its error', async () => {
  const { witness } = setUp({ d2: FAILED, d1: ANSWERED });
  const late = gatewayErrors.RENDER_TIMEOUT({ what: 'fragment', limit: 10 }).why;
  witness.failed(recordOf('/late'), late, undefined);
  expect(await witness.replay(errorId(late, ''), 'docs')).toMatchObject({ request: '/late' });
  const reason = 'too much memory';
  witness.ended({ owner: ACCUSED, reason, by: 'limit' }, [recordOf('/ends')]);
  for (const text of [reason, gatewayErrors.RENDER_ENDED({ reason }).why])
    expect(await witness.replay(errorId(text, ''), 'docs')).toMatchObject({ request: '/ends' });
});

test('a replay describes the request of a guard without its query, which may hold personal data', async () => {
  const { fail, findings } = setUp({ d2: FAILED, d1: FAILED });
  await fail(recordOf('', { type: 'guards', request: { url: '/docs?email=a@b.example', names: ['x'] } }));
  expect(findings).toMatchObject([{ replay: { request: 'guards of /docs' } }]);
});
