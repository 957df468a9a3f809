import { expect, test } from 'vitest';
import { createServedVitals } from '../../../src/observing/vitals/served-vitals.ts';

function served(on = true) {
  const told: unknown[] = [];
  const figures = createServedVitals(
    {
      note: ({ release, route }, name, value) => void told.push([release, route, name, value]),
      answered: ({ release }, times, fromCache) => void told.push([release, times, fromCache]),
    },
    { live: () => ({ composition: { apps: { docs: 'd2' } } as never }), on },
  );
  return { figures, told };
}

test('what is served counts for the release that it is of', () => {
  const { figures, told } = served();
  figures.rendered({ app: 'docs', release: 'd1', route: 'docs.page' }, 12);
  figures.waited('docs', 30);
  figures.looked({ app: 'docs', digest: 'd1' }, true);
  figures.looked({ app: 'docs', digest: 'd1' }, false);
  figures.looked({ app: 'docs', digest: 'd1' }, true, 500);
  expect(told).toEqual([
    ['d1', 'docs.page', 'render', 12],
    ['d2', '', 'upstream', 30],
    ['d1', 1, 1],
    ['d1', 1, 0],
    ['d1', 500, 500],
  ]);
});

test('what is of no release counts for none', () => {
  const { figures, told } = served();
  figures.waited('gone', 30);
  figures.looked({ app: '' }, true);
  expect(told).toEqual([]);
});

test('nothing is measured where reports are off', () => {
  const { figures, told } = served(false);
  figures.rendered({ app: 'docs', release: 'd1', route: 'docs.page' }, 12);
  figures.waited('docs', 30);
  figures.looked({ app: 'docs', digest: 'd1' }, true);
  expect(told).toEqual([]);
});
