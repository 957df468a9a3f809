import { expect, test } from 'vitest';
import { withCodeStack } from '../../../src/observing/errors/failure-log.ts';
import { createPlaces, locatedAt } from '../../../src/releasing/admission/places.ts';
import { gatewayErrors } from '../../../src/platform/errors.ts';
import { remoteRelease, sha256 } from '../../fixtures/fixture-release.ts';

const MAP = JSON.stringify({ version: 3, sources: ['src/home.tsx'], names: [], mappings: ';AAWA' });

const SERVER = 'module.exports = {};\nuseIsland({ name: "Latest" });';

function placesOf(modules: string) {
  const { release } = remoteRelease({
    serverMap: MAP,
    server: SERVER,
    change: ({ files }) =>
      void (files['maps/modules.json'] = { sha256: sha256(modules), bytes: modules.length }),
  });
  const read = async (name: string) =>
    [MAP, SERVER, modules].map((text) => Buffer.from(text)).find((body) => sha256(body) === name);
  return { release, places: createPlaces(read) };
}

test('an error is where the code of its app threw it, though code of others is nearer', async () => {
  const { release, places } = placesOf('{}');
  const stack = [
    'Error: x',
    '    at call (docs@0123456789ab/server/server.cjs:2:30)',
    `    at Home (docs@${release.digest.slice(0, 12)}/server/server.cjs:2:30)`,
  ].join('\n');
  const error = withCodeStack(gatewayErrors.RENDER_FAILED({ reason: 'x' }), stack);
  expect(await places.ofError(error, [release], 'docs', 'route docs.home')).toEqual({
    text: ' at Home (docs src/home.tsx:12)',
    place: 'src/home.tsx:12',
  });
});

test.each([
  ['its module', '{"route docs.home":"src/home.server.ts"}', 'src/home.server.ts'],
  ['nothing, where the file is no JSON', '{', undefined],
  ['nothing, where the file names no path', '{"route docs.home":"src/a.ts\\n{}"}', undefined],
])('what used up its time limit is in %s', async (_, modules, place) => {
  const { release, places } = placesOf(modules);
  const late = gatewayErrors.RENDER_TIMEOUT({ what: 'fragment', limit: 1 });
  expect((await places.ofError(late, [release], 'docs', 'route docs.home')).place).toBe(place);
});

test('an error of no code of a release is nowhere, and one of a package has no place in the app', async () => {
  const { release, places } = placesOf('{}');
  expect(await places.ofError(new Error('x'), [release], 'docs', 'layout')).toEqual({ text: '' });
  expect(locatedAt(['useX (docs three/build/three.ts:9)'])).toEqual({
    text: ' at useX (docs three/build/three.ts:9)',
  });
});

test('a text of the code is at the line of the source that has it', async () => {
  const { release, places } = placesOf('{}');
  expect(await places.ofText(release, /\bname: "Latest"/g)).toEqual({
    text: ' at docs src/home.tsx:12',
    place: 'src/home.tsx:12',
  });
  expect(await places.ofText(release, /module/g)).toEqual({ text: '' });
});
