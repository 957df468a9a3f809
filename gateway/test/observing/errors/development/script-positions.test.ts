import { expect, test } from 'vitest';
import { createScriptPositions } from '../../../../src/observing/errors/development/script-positions.ts';
import { remoteRelease } from '../../../fixtures/fixture-release.ts';

const map = (source: string) =>
  Buffer.from(JSON.stringify({ version: 3, sources: [source], names: [], mappings: 'AAAA' }));
const { release } = remoteRelease();

const positions = createScriptPositions({
  async readBuilt(app, name) {
    if (`${app}/${name}` !== 'docs/page.0123456789.js.map') throw new Error('ENOENT');
    return map('src/newest.tsx');
  },
  live: (app) => (app === 'docs' ? release : undefined),
  positionsIn: (releases) => async (name, file) => ({
    find: () =>
      releases[0]!.app === 'docs' && name === `docs@${release.digest.slice(0, 12)}` ? file : 'wrong',
  }),
});
const find = async (name: string, file: string) => (await positions(name, file))?.find(1, 1);

test('a script that was built just now has the places of that build', async () => {
  expect(await find('docs@000000000000', 'client/page.0123456789.js')).toBe('src/newest.tsx:1');
});

test('any other has those of the live release', async () => {
  expect(await find('docs@000000000000', 'client/other.0123456789.js')).toBe('client/other.0123456789.js');
  expect(await find('gone@000000000000', 'client/other.0123456789.js')).toBeUndefined();
});
