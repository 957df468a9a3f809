import type { Change } from '@voltframe/kit/contract/operations/operations';
import type { Verdict } from '@voltframe/kit/contract/operations/verdict';
import { isPlatformError } from '@voltframe/kit/errors/define-errors';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { heldSetting } from '../../../src/releasing/state/release-store.ts';
import { type FixtureRelease, remoteRelease, shellRelease } from '../../fixtures/fixture-release.ts';
import { setUpSite } from '../../fixtures/test-changes.ts';

type App = 'shell' | 'docs' | 'news';
type Setup = Awaited<ReturnType<typeof setUpSite>>;

/** A release as the model sees it. */
interface Variant {
  name: string;
  app: App;
  fixture: FixtureRelease;
  /** React that the shell provides, or a remote needs; `*` = any. */
  react: string;
  /** Whether the app has the page `/extra`, which only one app may have, or keeps its segment. */
  extra?: 'page' | 'kept';
  /** Whether its process starts. */
  broken?: boolean;
}

const file = (text: string) => ({ [`${text}.0000000009.js`]: `'${text}';` });
function remote(app: App, name: string, given: Partial<Variant> = {}): Variant {
  const { react = '*', extra } = given;
  const routes = [{ id: `${app}.home`, path: `/${app}` }];
  if (extra === 'page') routes.push({ id: `${app}.extra`, path: '/extra' });
  const requires = { react: react === '*' ? '*' : `^${react}.0.0` };
  return {
    ...given,
    app,
    name,
    react,
    fixture: remoteRelease({
      app,
      routes,
      requires,
      client: file(name),
      ...(extra === 'kept' && { keeps: ['/extra'] }),
    }),
  };
}
const shell = (name: string, react: string): Variant => ({
  app: 'shell',
  name,
  react,
  fixture: shellRelease({ provides: { react: `${react}.0.0` }, client: file(name) }),
});

const VARIANTS: Variant[] = [
  shell('shell-a', '19'),
  shell('shell-b', '19'),
  shell('shell-20', '20'),
  remote('docs', 'docs-a'),
  remote('docs', 'docs-b'),
  remote('docs', 'docs-19', { react: '19' }),
  remote('docs', 'docs-20', { react: '20' }),
  remote('docs', 'docs-extra', { extra: 'page' }),
  remote('docs', 'docs-keeps', { extra: 'kept' }),
  remote('docs', 'docs-broken', { broken: true }),
  remote('news', 'news-a'),
  remote('news', 'news-20', { react: '20' }),
  remote('news', 'news-extra', { extra: 'page' }),
];
const byDigest = new Map(VARIANTS.map((variant) => [variant.fixture.release.digest, variant]));
const nameOf = (digest: string) => byDigest.get(digest)!.name;
const named = (name: string) => VARIANTS.find((variant) => variant.name === name)!;

/** Names of the live variants, by app. */
type Live = Partial<Record<App, string>>;

function fits(live: Live): boolean {
  const all = Object.values(live).map(named);
  const provided = all.find(({ app }) => app === 'shell')?.react;
  return (
    all.every(({ app, react }) => app === 'shell' || react === '*' || react === provided) &&
    all.filter(({ extra }) => extra).length < 2
  );
}

/** An app may keep a segment that it had; the declaration of an app that is not live is accepted. */
function mayKeep(live: Live, { app, extra }: Variant): boolean {
  const before = live[app];
  return extra !== 'kept' || before === undefined || named(before).extra !== undefined;
}

/** The expected state: the live releases, and those that may still go live without a command. */
class Model {
  live: Live = {};
  readonly waiting = new Map<App, Set<string>>();
  readonly migrations = new Set<string>();
  readonly held = new Map<App, string>();
  readonly pinned = new Set<App>();
  /** Published or previewed: these can be promoted. */
  readonly stored = new Set(['shell-a', 'docs-a', 'news-a']);
  /** Rolled back, and not live again since. */
  readonly left = new Set<string>();
  frozen = false;

  isHeld = (app: App) => this.frozen || this.pinned.has(app);
  of = (app: App) => this.waiting.get(app) ?? new Set<string>();

  /** A decision of a team on its app replaces the waiting releases of the app. */
  decide(app: App, keepsMigrations: boolean, except?: string): void {
    const stays = [...this.of(app)].filter(
      (name) => name !== except && keepsMigrations && this.migrations.has(name),
    );
    this.waiting.set(app, new Set(stays));
    this.held.delete(app);
  }

  /** Records a refused release that waits for other apps, as the live releases require. */
  waits(variant: Variant): void {
    const { app, name, react } = variant;
    const alone = fits({ shell: this.live.shell!, [app]: name });
    const clashes =
      !fits({ ...this.live, shell: named('shell-a').name, [app]: name }) && variant.extra !== undefined;
    const migration = app !== 'shell' && react !== '*' && !alone && !clashes;
    this.decide(app, !migration, name);
    this.of(app).add(name);
    if (migration) this.migrations.add(name);
    else this.migrations.delete(name);
  }
}

/** Two gateways on one store. */
interface Real {
  setup: Setup;
  gateways: Setup['changes'][];
  sites: Setup['site'][];
}

function liveAt(site: Setup['site']): Live {
  const releases = Object.values(site.live()?.releases ?? {});
  return Object.fromEntries(releases.map(({ app, digest }) => [app, nameOf(digest)]));
}

async function waitingIn({ setup }: Real): Promise<string[]> {
  const heads = await setup.state.releases({ state: 'waiting', limit: 100 });
  return heads.map(({ digest }) => nameOf(digest)).toSorted();
}

/** @returns the code of a refusal; any other error is a defect. */
async function refusal(work: Promise<unknown>): Promise<string | undefined> {
  return work.then(
    () => undefined,
    (error: unknown) => {
      if (isPlatformError(error) && error.code.startsWith('GW_')) return error.code;
      throw error;
    },
  );
}

interface Given {
  does: string;
  /** The gateway that gets the command. */
  at: number;
  app: App;
  /** Name of a variant. */
  publishes: string;
}

/** Runs a command on the site and on the model. @returns the apps that it changes, or may change. */
async function act(model: Model, real: Real, { does, at, app, publishes }: Given): Promise<App[]> {
  const variant = named(publishes);
  const changes = real.gateways[at]!;
  const { setup } = real;
  switch (does) {
    case 'publish':
      await setup.receive(variant.fixture);
      model.stored.add(publishes);
      return published(model, variant, () => changes.publish([variant.fixture.release], 'ada'));
    case 'preview': {
      const { accepted } = await changes.preview([variant.fixture.release], 'ada');
      if (accepted) model.stored.add(publishes);
      return [];
    }
    case 'promote': {
      const start = variant.fixture.release.digest.slice(0, 12);
      const promote = () => changes.promote(variant.app, start, 'ada');
      if (model.stored.has(publishes)) return published(model, variant, promote);
      expect(await refusal(promote())).toBe('GW_RELEASE_KEPT');
      return [];
    }
    case 'rollback':
      return rollBack(model, real, changes, app);
    case 'pin':
      if (await refusal(changes.pin(app, undefined, 'bob'))) return [];
      model.pinned.add(app);
      model.decide(app, false);
      return [];
    case 'freeze':
      await changes.freeze('', 'bob');
      model.frozen = true;
      return [];
    case 'unpin':
    case 'unfreeze': {
      const code = await refusal(does === 'unpin' ? changes.unpin(app, 'bob') : changes.unfreeze('bob'));
      if (code) return [];
      if (does === 'unpin') model.pinned.delete(app);
      else model.frozen = false;
      const free = [...model.held].filter(([one]) => !model.isHeld(one));
      for (const [one, name] of free) {
        if (liveAt(real.sites[at]!)[one] === name) continue;
        model.held.delete(one);
        if ((await waitingIn(real)).includes(name)) model.waits(named(name));
      }
      return [];
    }
    case 'withdraw': {
      const waits = model.of(app).size > 0 || model.held.has(app);
      expect(await refusal(changes.withdraw(app, 'bob'))).toBe(waits ? undefined : 'GW_NOTHING_WAITS');
      model.decide(app, false);
      return [];
    }
    default: {
      if (await refusal(changes.retire(app, 'bob'))) return [];
      expect(app).not.toBe('shell');
      model.decide(app, false);
      return [app];
    }
  }
}

/** Publishes or promotes a release, and checks the verdict. */
async function published(model: Model, variant: Variant, publish: () => Promise<Verdict>): Promise<App[]> {
  const before = model.live;
  const held = model.isHeld(variant.app);
  const verdict = await publish();
  const alone = fits({ ...before, [variant.app]: variant.name });
  if (before[variant.app] === variant.name) expect(verdict.activated).toBe(true);
  else if (variant.broken || !mayKeep(before, variant))
    expect([verdict.accepted, verdict.activated]).toEqual([false, false]);
  else if (held) expect([verdict.activated, verdict.waiting?.for === 'app']).toEqual([false, !alone]);
  else if (alone) expect(verdict.activated).toBe(true);
  if (verdict.activated) {
    model.decide(variant.app, true, variant.name);
    model.left.delete(variant.name);
    return [variant.app];
  }
  if (verdict.waiting?.for === 'app') model.waits(variant);
  else if (verdict.waiting) {
    model.decide(variant.app, true, variant.name);
    model.held.set(variant.app, variant.name);
  }
  return [];
}

async function rollBack(model: Model, real: Real, changes: Setup['changes'], app: App): Promise<App[]> {
  const before = model.live;
  const rollback = changes.rollback(app, undefined, 'bob');
  if (await refusal(rollback)) return [];
  const done: Change | Verdict = await rollback;
  if ('accepted' in done) return [];
  const target = nameOf(done.to!);
  expect([target === before[app], model.left.has(target)]).toEqual([false, false]);
  model.left.add(before[app]!);
  model.decide(app, false);
  // The apps that were rolled back along are left too; their waiting releases stay.
  const { message } = done;
  const along = (['shell', 'docs', 'news'] as const).filter((one) =>
    message.includes(`and ${one} as it was`),
  );
  for (const one of along) if (before[one] !== undefined) model.left.add(before[one]);
  return [app, ...along];
}

/** Each new live release was commanded, or was waiting and not replaced. */
async function verify(model: Model, real: Real, commanded: App[]): Promise<void> {
  await real.setup.settle();
  for (const changes of real.gateways) await changes.catchUp();
  const live = liveAt(real.sites[0]!);
  for (const app of ['shell', 'docs', 'news'] as const) {
    const name = live[app];
    if (name === model.live[app]) continue;
    // An app that went along with a rollback may already have the release that waited for the other version.
    if (commanded.includes(app) && !model.of(app).has(name ?? '')) continue;
    const mayGoLive = name !== undefined && (model.of(app).has(name) || model.held.get(app) === name);
    expect([app, name, mayGoLive, model.isHeld(app)]).toEqual([app, name, true, false]);
    model.decide(app, true, name);
    model.left.delete(name!);
  }
  model.live = live;
  for (const name of Object.values(live)) model.left.delete(name);
  expect([fits(live), Object.values(live).some((name) => named(name).broken)]).toEqual([true, false]);
  for (const site of real.sites) expect(site.live()!.composition.id).toBe(await real.setup.state.liveId());
  for (const app of ['shell', 'docs', 'news'] as const) {
    const digest = await real.setup.state.setting(heldSetting(app));
    const held = digest && nameOf(digest);
    // A waiting release that is tried again and fits is held by the pin or freeze from then on.
    if (held && model.isHeld(app) && model.of(app).has(held)) {
      model.decide(app, true, held);
      model.held.set(app, held);
    }
    expect(held).toBe(model.held.get(app));
  }
  expect(await waitingIn(real)).toEqual(
    [...model.waiting.values()].flatMap((names) => [...names]).toSorted(),
  );
}

const given: fc.Arbitrary<Given> = fc.record({
  does: fc.oneof(
    { weight: 5, arbitrary: fc.constant('publish') },
    { weight: 2, arbitrary: fc.constantFrom('rollback', 'promote') },
    fc.constantFrom('preview', 'pin', 'unpin', 'freeze', 'unfreeze', 'withdraw', 'retire'),
  ),
  at: fc.nat(1),
  app: fc.constantFrom<App>('shell', 'docs', 'news'),
  publishes: fc.constantFrom(...VARIANTS.map(({ name }) => name)),
});

const change = (does: string, publishes: string): Given => ({
  does,
  at: 0,
  app: named(publishes).app,
  publishes,
});
/** The rollback of the shell tries `news-20` again, which must not replace the newer `news-extra`. */
const retryOfAnOlderRelease = [
  change('publish', 'news-20'),
  change('publish', 'docs-extra'),
  change('publish', 'news-extra'),
  change('publish', 'shell-b'),
  change('rollback', 'shell-a'),
];

test('the live releases match the model, and no release goes live after its team replaced it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(given, { minLength: 3, maxLength: 14 }), async (commands) => {
      const setup = await setUpSite([]);
      for (const { fixture, broken } of VARIANTS) if (broken) setup.broken.add(fixture.release.digest);
      const second = setup.another();
      const real: Real = {
        setup,
        gateways: [setup.changes, second.changes],
        sites: [setup.site, second.site],
      };
      await setup.publish(...['shell-a', 'docs-a', 'news-a'].map((name) => named(name).fixture));
      const model = new Model();
      model.live = { shell: 'shell-a', docs: 'docs-a', news: 'news-a' };
      for (const command of commands) {
        setup.clock.now++;
        await verify(model, real, await act(model, real, command));
      }
    }),
    { numRuns: 25, examples: [[retryOfAnOlderRelease]] },
  );
});
