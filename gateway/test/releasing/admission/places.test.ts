import { expect, test } from 'vitest';
import { withCodeStack } from '../../../src/observing/stacks/code-error.ts';
import { createPlaces, locatedAt } from '../../../src/releasing/admission/places.ts';
import { servingErrors } from '../../../src/serving/serving-errors.ts';
import { remoteRelease, sha256 } from '../../fixtures/fixture-release.ts';

const MAP = JSON.stringify({ version: 3, sources: ['src/home.tsx'], names: [], mappings: ';AAWA' });

const SERVER = 'module.exports = {};\nuseIsland({ name: "Latest" });';

function placesOf(modules: string, map = MAP) {
  const { release } = remoteRelease({
    serverMap: map,
    server: SERVER,
    change: ({ files }) =>
      void (files['maps/modules.json'] = { sha256: sha256(modules), bytes: modules.length }),
  });
  const read = async (name: string) =>
    [map, SERVER, modules].map((text) => Buffer.from(text)).find((body) => sha256(body) === name);
  return { release, places: createPlaces(read) };
}

test('the place of an error is in the code of its app, even if code of another app is nearer', async () => {
  const { release, places } = placesOf('{}');
  const stack = [
    'Error: x',
    '    at call (docs@0123456789ab/server/server.cjs:2:30)',
    `    at Home (docs@${release.digest.slice(0, 12)}/server/server.cjs:2:30)`,
  ].join('\n');
  const error = withCodeStack(servingErrors.RENDER_FAILED({ reason: 'x' }), stack);
  expect(await places.ofError(error, [release], 'docs', 'route docs.home')).toEqual({
    text: ' at Home (docs src/home.tsx:12)',
    place: 'src/home.tsx:12',
  });
});

test('the place of an error while a package is imported is the package and the source that imports it', async () => {
  const map = MAP.replace('src/home.tsx', 'leaflet/dist/leaflet-src.js');
  const { release, places } = placesOf('{"package leaflet":"src/map.tsx"}', map);
  const stack = `ReferenceError: window is not defined\n    at docs@${release.digest.slice(0, 12)}/server/server.cjs:2:30`;
  const error = withCodeStack(servingErrors.RENDER_FAILED({ reason: 'window is not defined' }), stack);
  expect(await places.ofError(error, [release], 'docs', 'route docs.home')).toEqual({
    text: ' in the package leaflet, which src/map.tsx imports',
    place: 'src/map.tsx',
  });
});

test.each([
  ['the module of the call', '{"route docs.home":"src/home.server.ts"}', 'src/home.server.ts'],
  ['unknown when modules.json is malformed', '{', undefined],
  ['unknown when modules.json names no path', '{"route docs.home":"src/a.ts\\n{}"}', undefined],
])('the place of a timeout is %s', async (_, modules, place) => {
  const { release, places } = placesOf(modules);
  const late = servingErrors.RENDER_TIMEOUT({ what: 'fragment', limit: 1 });
  expect((await places.ofError(late, [release], 'docs', 'route docs.home')).place).toBe(place);
});

test('an error outside of a release has no place, and an error in a package has only a text', async () => {
  const { release, places } = placesOf('{}');
  expect(await places.ofError(new Error('x'), [release], 'docs', 'layout')).toEqual({ text: '' });
  expect(locatedAt(['useX (docs three/build/three.ts:9)'])).toEqual({
    text: ' at useX (docs three/build/three.ts:9)',
  });
});

test('the place of a text is the line of the source that contains it', async () => {
  const { release, places } = placesOf('{}');
  const patterns = ['\\bname: "Latest"', 'module'];
  expect(await places.ofTexts(release, patterns, new AbortController().signal)).toEqual([
    { text: ' at docs src/home.tsx:12', place: 'src/home.tsx:12' },
    { text: '' },
  ]);
  expect(await places.ofTexts(release, patterns, AbortSignal.abort())).toEqual([{ text: '' }, { text: '' }]);
});
