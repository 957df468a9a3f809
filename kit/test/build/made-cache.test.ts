import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { removeUnused, storedOrMade } from '../../src/build/made-cache.ts';
import { appOf } from './fixtures/sample-app.ts';
import { temporaryFolder } from '../temporary-folders.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

function cacheIn() {
  const root = temporaryFolder();
  const app = appOf({}, root);
  let times = 0;
  const make = (key: string) =>
    storedOrMade(app, 'pictures', key, async () => {
      return { times: ++times, bodies: [Buffer.from('small'), Buffer.from('large')] };
    });
  const folder = path.join(root, '.cache/pictures');
  const entries = () => readdirSync(folder).map((name) => path.join(folder, name));
  return { app, make, entries };
}

it('makes a value once for each key, and returns it to other builds', async () => {
  const { make } = cacheIn();
  const made = await make('a');
  expect(await make('a')).toEqual(made);
  expect(await make('b')).toMatchObject({ times: 2 });
});

it('makes a value again when its entry is damaged', async () => {
  const { make, entries } = cacheIn();
  await make('a');
  const [entry] = entries() as [string];
  writeFileSync(entry, readFileSync(entry, 'latin1').replace('small', 'smell'), 'latin1');
  expect(await make('a')).toMatchObject({ times: 2 });
  expect(await make('a')).toMatchObject({ times: 2 });
});

it('removes entries that no build has used for 30 days', async () => {
  const { app, make, entries } = cacheIn();
  await make('a');
  const [entry] = entries() as [string];
  utimesSync(entry, 0, 0);
  await make('a');
  const used = statSync(entry).mtimeMs;
  expect(used).toBeGreaterThan(0);
  removeUnused(app, used + 30 * DAY_MS);
  expect(entries()).toEqual([entry]);
  removeUnused(app, used + 31 * DAY_MS);
  expect(entries()).toEqual([]);
});
