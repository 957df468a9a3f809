import { isPlatformError } from '@voltframe/kit/errors/define-errors';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StateStore } from '../../../src/platform/database/state-store.ts';
import { shellRelease, version } from '../../fixtures/fixture-release.ts';
import { type SetupOptions, setUpSite } from '../../fixtures/test-changes.ts';

type Setup = Awaited<ReturnType<typeof setUpSite>>;

const RELEASES = {
  docs: ['one', 'two', 'three'].map((text) => version(text)),
  news: ['first', 'second'].map((text) => version(text, 'news')),
};
type App = keyof typeof RELEASES;

/** What the store was told, as one after the other: whether each write was allowed by those before it. */
function createModel() {
  let live: Record<string, string> = {};
  const pinned = new Set<string>();
  let frozen = false;
  const wrong: string[] = [];
  const goesLive: StateStore['activate'] = async ({ composition, history }) => {
    for (const { app, from, to, action } of history) {
      if (app === null) continue;
      if ((live[app] ?? null) !== from) wrong.push(`${action} of ${app} replaces what is not live`);
      if (composition.apps[app] !== (to ?? undefined)) wrong.push(`${action} of ${app} says what is not so`);
      if (action === 'activate' && pinned.has(app)) wrong.push(`${app} goes live while it is pinned`);
      if (action === 'activate' && frozen) wrong.push(`${app} goes live while the site is frozen`);
    }
    const changed = new Set(history.map(({ app }) => app));
    for (const app of new Set([...Object.keys(live), ...Object.keys(composition.apps)]))
      if (live[app] !== composition.apps[app] && !changed.has(app)) wrong.push(`${app} changes unsaid`);
    live = composition.apps;
    return true;
  };
  const around = (state: StateStore): StateStore => ({
    ...state,
    async activate(record) {
      const done = await state.activate(record);
      if (done) await goesLive(record);
      return done;
    },
    async pin(pin) {
      await state.pin(pin);
      pinned.add(pin.app);
    },
    async unpin(app) {
      pinned.delete(app);
      await state.unpin(app);
    },
    async setSetting(name, value) {
      if (name === 'frozen' && value === undefined) frozen = false;
      await state.setSetting(name, value);
      if (name === 'frozen' && value !== undefined) frozen = true;
    },
  });
  return { around, wrong, live: () => live };
}

/** Each call of the store, and each check, ends when the scheduler says so. */
function scheduled(scheduler: fc.Scheduler, around: (state: StateStore) => StateStore): SetupOptions {
  return {
    checkClient: () => scheduler.schedule(Promise.resolve([])),
    around(state) {
      const calls = Object.entries(around(state)) as [
        keyof StateStore,
        (...args: unknown[]) => Promise<unknown>,
      ][];
      const wrapped = calls.map(([name, call]) => [
        name,
        async (...args: unknown[]) => {
          await scheduler.schedule(Promise.resolve(), name);
          return call(...args);
        },
      ]);
      return Object.fromEntries(wrapped) as StateStore;
    },
  };
}

const app = fc.constantFrom<App>('docs', 'news');
const command = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('publish' as const), app, index: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('rollback' as const), app }) },
  fc.record({ does: fc.constantFrom('pin' as const, 'unpin' as const, 'retire' as const), app }),
  fc.record({ does: fc.constantFrom('freeze' as const, 'unfreeze' as const, 'catchUp' as const) }),
);
type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never;

async function run({ changes, publish }: Setup, given: Command): Promise<unknown> {
  switch (given.does) {
    case 'publish': {
      const releases = RELEASES[given.app];
      return publish(releases[given.index % releases.length]!);
    }
    case 'rollback':
      return changes.rollback(given.app, undefined, 'bob');
    case 'pin':
      return changes.pin(given.app, undefined, 'bob');
    case 'unpin':
    case 'retire':
      return changes[given.does](given.app, 'bob');
    case 'freeze':
      return changes.freeze('', 'bob');
    case 'unfreeze':
      return changes.unfreeze('bob');
    case 'catchUp':
      return changes.catchUp();
  }
}

/** Refusals of the catalogue are answers; anything else is a defect. */
const isRefusal = (error: unknown) => isPlatformError(error) && error.code.startsWith('GW_');

describe('however changes come between each other', () => {
  test('each replaces what is live, nothing goes live beside a pin or a freeze, and site and store agree', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(command, { minLength: 2, maxLength: 6 }),
        async (scheduler, commands) => {
          const model = createModel();
          const whole = (async () => {
            const setup = await setUpSite(
              [shellRelease(), RELEASES.docs[0]!, RELEASES.news[0]!],
              scheduled(scheduler, model.around),
            );
            const failures = await Promise.all(
              commands.map((given) =>
                run(setup, given).then(
                  () => undefined,
                  (error: Error) => error,
                ),
              ),
            );
            expect(failures.filter((error) => error && !isRefusal(error))).toEqual([]);
            expect(await setup.state.liveId()).toBe(setup.site.live()!.composition.id);
            return setup.live();
          })();
          const live = await scheduler.waitFor(whole);
          expect([model.wrong, live]).toEqual([[], model.live()]);
        },
      ),
      { numRuns: 60 },
    );
  });
});
