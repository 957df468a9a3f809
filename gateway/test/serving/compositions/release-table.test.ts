import type { Release } from '@voltframe/kit/contract/release/release';
import { expect, test } from 'vitest';
import { createReleaseTable } from '../../../src/serving/compositions/release-table.ts';
import type { StoredRelease } from '../../../src/platform/database/state-store.ts';
import { composed } from '../../fixtures/composed.ts';
import { remoteRelease, shellRelease } from '../../fixtures/fixture-release.ts';

const { composition, releases } = composed([shellRelease(), remoteRelease()]);

function tableOf(stored: Release[]) {
  const asked: string[] = [];
  const table = createReleaseTable({
    async release(app, digest) {
      asked.push(app);
      const release = stored.find((one) => one.app === app && one.digest === digest);
      return release && ({ release } as StoredRelease);
    },
  });
  return { table, asked };
}

test('the releases of a composition are read from the store, each once', async () => {
  const { table, asked } = tableOf(Object.values(releases));
  expect(await table.of(composition)).toEqual(releases);
  await table.of(composition);
  expect(asked.toSorted()).toEqual(['docs', 'shell']);
});

test('what is at hand is not asked for', async () => {
  const { table, asked } = tableOf([]);
  table.add(Object.values(releases));
  expect(await table.of(composition)).toEqual(releases);
  expect(asked).toEqual([]);
});

test('a release that is missing is named', async () => {
  await expect(tableOf([]).table.of(composition)).rejects.toThrow(/docs@|shell@/);
});
