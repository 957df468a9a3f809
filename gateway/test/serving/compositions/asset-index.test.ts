import { expect, test } from 'vitest';
import { createAssetIndex } from '../../../src/serving/compositions/asset-index.ts';
import { remoteRelease, sha256 } from '../../fixtures/fixture-release.ts';

const release = (client: Record<string, string>) => remoteRelease({ client }).release;

test('a client file is found with its codings; what is not for browsers is not', () => {
  const index = createAssetIndex();
  index.add(release({ 'a.js': 'a', 'a.js.br': 'b', 'a.js.gz': 'g' }));
  expect(index.find('docs', 'a.js')).toEqual({
    file: 'a.js',
    bytes: 1,
    blobs: { identity: sha256('a'), br: sha256('b'), gzip: sha256('g') },
  });
  for (const file of ['a.js.br', 'server/server.cjs', 'server.cjs', 'er.cjs', 'gone.js'])
    expect(index.find('docs', file)).toBeUndefined();
  expect(index.find('news', 'a.js')).toBeUndefined();
});

test('no source map is ever served, by whatever name it is asked for', () => {
  const index = createAssetIndex();
  index.add(remoteRelease({ serverMap: '{}' }).release);
  const path = 'maps/server/server.cjs.map';
  for (let from = 0; from < path.length; from++) expect(index.find('docs', path.slice(from))).toBeUndefined();
});

test('a file that several releases have is held once, and until the last of them is gone', () => {
  const index = createAssetIndex();
  const one = release({ 'a.js': 'a', 'one.js': '1' });
  const two = release({ 'a.js': 'a', 'two.js': '2' });
  index.add(one);
  const held = index.find('docs', 'a.js');
  index.add(two);
  expect(index.find('docs', 'a.js')).toBe(held);
  index.keepOnly(new Set([two.digest]));
  const found = ['a.js', 'one.js', 'two.js'].filter((file) => index.find('docs', file));
  expect(found).toEqual(['a.js', 'two.js']);
  expect([index.has(one.digest), index.has(two.digest)]).toEqual([false, true]);
  index.keepOnly(new Set());
  expect(index.find('docs', 'a.js')).toBeUndefined();
});
