import { expect, test } from 'vitest';
import { keepMeasured, whatChanged } from '../../../../src/releasing/admission/measured/what-changed.ts';
import { shellRelease, version } from '../../../fixtures/fixture-release.ts';

const SIZES = { html: 1, js: 2, css: 3, images: 4, requests: 5, renderMs: 6, renderRatio: 7 };
const measurement = { routes: { 'docs.home': SIZES } };
const [shell, one, two] = [shellRelease().release, version('one').release, version('two').release];

test.each([
  ['what is live was measured', { shell, docs: one }, { ...measurement, digest: one.digest }],
  ['nobody has measured what is live', { shell, docs: version('three').release }, undefined],
  ['nothing of it is live', { shell }, undefined],
])('a release is told beside what is live: %s', async (_, live, before) => {
  const store = {
    of: async (app: string, digest: string) =>
      app === 'docs' && digest === one.digest ? measurement : undefined,
  };
  const changed = await whatChanged(store, { shell, docs: two }, live, { docs: measurement });
  expect(changed).toEqual([
    { app: 'docs', digest: two.digest, measured: measurement, ...(before && { before }) },
  ]);
});

test('what was measured is kept by release', async () => {
  const kept: unknown[] = [];
  const keep = async (...given: unknown[]) => void kept.push(given);
  await keepMeasured({ keep }, [{ app: 'docs', digest: 'd1', measured: measurement }]);
  expect(kept).toEqual([['docs', 'd1', measurement]]);
});
