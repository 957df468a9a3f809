import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FixtureRelease, shellRelease } from '../../fixtures/fixture-release.ts';
import { answersOf, attacker, isAdmitted, victim } from '../../fixtures/hostile-apps.ts';
import { startTestGateway, type TestGateway } from '../../fixtures/test-gateway.ts';

/** Pairs of apps: enough to detect a leak of patterns, few enough for every run. */
const PAIRS = 4;
const SEED = 11;
const OWN = new Set(['date', 'etag', 'x-composition', 'content-length', 'connection']);

const shell = shellRelease();

/** The first generated pairs whose manifests are admitted: refused releases change nothing. */
function pairs(): [FixtureRelease, FixtureRelease][] {
  const all = fc.sample(fc.tuple(victim('docs'), attacker('news')), { seed: SEED, numRuns: 3_000 });
  return all
    .filter(([own, other]) => isAdmitted([shell, own]) && isAdmitted([shell, own, other]))
    .slice(0, PAIRS);
}

/**
 * Masks the parts that name other apps: the map of all scripts, its hash in the policy, and the pages that the
 * client knows.
 */
function mask(text: string, id: string): string {
  return (
    text
      .replaceAll(id, 'COMPOSITION')
      // The tables name the apps of the composition.
      .replaceAll(/"tables":"sha256-[\w+/=]+"/g, '"tables":"TABLES"')
      .replaceAll(/<script type="importmap">.*?<\/script>/g, 'ASSETS')
      .replaceAll(/\{"id":"news\.[^{}]*\},?|,"news":"[^"]*"/g, '')
      .replaceAll(',]', ']')
      .replaceAll(/'sha256-[\w+/=]+'/g, 'HASH')
      .replaceAll(/"(timestamp|prerenderedAt)":\d+/g, 'TIME')
  );
}

/** Status, headers and body of each address, without the parts that are unique to a composition. */
async function answers({ app }: TestGateway, paths: string[]): Promise<Record<string, string>> {
  const all = paths.map(async (path) => {
    const { statusCode, headers, body } = await app.inject({ url: path, headers: { accept: 'text/html' } });
    const shared = Object.entries(headers).filter(([name]) => !OWN.has(name));
    return [
      path,
      mask(
        [statusCode, ...shared.map((pair) => pair.join(': ')), body].join('\n'),
        String(headers['x-composition']),
      ),
    ];
  });
  return Object.fromEntries(await Promise.all(all)) as Record<string, string>;
}

test('an admitted release changes no answer of a gateway at any address of another app', async () => {
  const gateway = await startTestGateway([shell]);
  const isLive = ({ release: { app, digest } }: FixtureRelease) =>
    gateway.site.live()?.composition.apps[app] === digest;
  let compared = 0;
  for (const [own, other] of pairs()) {
    await gateway.publish(own);
    const paths = answersOf(own);
    const before = await answers(gateway, paths);
    await gateway.publish(other);
    expect([isLive(own), isLive(other)]).toEqual([true, true]);
    expect(await answers(gateway, paths)).toEqual(before);
    compared += paths.length;
    // The apps are new to the gateway again: it accepts the segments that the next pair keeps.
    for (const app of ['news', 'docs']) await gateway.changes.retire(app, 'a test');
  }
  expect(compared).toBeGreaterThan(PAIRS);
}, 60_000);
