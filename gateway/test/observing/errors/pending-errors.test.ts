import { expect, test } from 'vitest';
import {
  createPendingErrors,
  MOST_OF_A_VISITOR,
  MOST_OF_AN_APP,
  type SeenError,
} from '../../../src/observing/errors/pending-errors.ts';

const noted = { id: 'id000000', at: 7, visitor: undefined, day: 0 };
const seen = (more: Partial<SeenError> = {}): SeenError => ({
  app: 'docs',
  release: 'd1',
  composition: 'c1',
  kind: 'hydration',
  message: 'Minified React error #418',
  times: 1,
  browser: 'safari',
  ...more,
});

test('distinguishes hydration errors with the same message by their component', () => {
  const pending = createPendingErrors();
  const components = (file: string) =>
    `\n at Post (https://site.example/assets/blog/${file}.js:1:2)\n at div`;
  for (const file of ['a', 'b', 'a']) pending.add(seen({ components: components(file) }), noted);
  expect(pending.take().errors.map(({ times }) => times)).toEqual([2, 1]);
});

test('bounds the different errors of an app, counts all of them, and leaves room for other apps', () => {
  const pending = createPendingErrors();
  for (let index = 0; index < 1_000; index++) pending.add(seen(), { ...noted, id: `id${index}` });
  pending.add(seen({ app: 'news' }), noted);
  const { browser: _, ...ofServer } = seen();
  pending.add(ofServer, { ...noted, id: 'server' });
  const { errors, hours } = pending.take();
  expect(errors).toHaveLength(MOST_OF_AN_APP + 2);
  expect(hours.map(({ app, times }) => [app, times])).toEqual([
    ['docs', 1_001],
    ['news', 1],
  ]);
  expect(pending.take()).toEqual({ errors: [], hours: [] });
});

test('bounds the different errors of a visitor in an app, counts all of them, and spares other visitors and apps', () => {
  const pending = createPendingErrors();
  for (let index = 0; index < 1_000; index++)
    pending.add(seen(), { ...noted, id: `id${index}`, visitor: 'eve' });
  pending.add(seen(), { ...noted, id: 'id0', visitor: 'eve' });
  pending.add(seen(), { ...noted, id: 'boom', visitor: 'ada' });
  pending.add(seen({ app: 'news' }), { ...noted, id: 'boom', visitor: 'eve' });
  const { errors, hours } = pending.take();
  const [first, ...others] = errors.filter(({ id }) => id !== 'boom');
  expect([errors.length, first!.times, others.length]).toEqual([
    MOST_OF_A_VISITOR + 2,
    2,
    MOST_OF_A_VISITOR - 1,
  ]);
  expect(hours).toMatchObject([{ times: 1_002 }, { app: 'news', times: 1 }]);
});

test('stores an error of browsers apart from an equal error of the server', () => {
  const pending = createPendingErrors();
  const { browser: _, ...ofServer } = seen();
  pending.add(seen(), noted);
  pending.add(ofServer, noted);
  expect(pending.take().errors.map((tally) => tally.origin)).toEqual(['browsers', 'listed']);
});

test('counts errors of unlisted addresses in no share and in no hour', () => {
  const pending = createPendingErrors();
  const { browser: _, ...ofServer } = seen();
  for (let index = 0; index < 1_000; index++)
    pending.add({ ...ofServer, isListed: false }, { ...noted, id: `id${index}` });
  pending.add(ofServer, { ...noted, id: 'id0' });
  const { errors, hours } = pending.take();
  expect(errors.filter(({ origin }) => origin === 'unlisted')).toHaveLength(MOST_OF_AN_APP);
  expect(errors.at(-1)).toMatchObject({ origin: 'listed', times: 1 });
  expect(hours.map(({ times }) => times)).toEqual([1]);
});

test('bounds the visitors and routes of an error', () => {
  const pending = createPendingErrors();
  for (let index = 0; index < 1_000; index++)
    pending.add(seen({ route: `docs.${index}` }), { ...noted, visitor: `v${index}` });
  const [tally] = pending.take().errors;
  expect([tally!.visitors.size, tally!.routes.size, tally!.times]).toEqual([200, 10, 1_000]);
});
