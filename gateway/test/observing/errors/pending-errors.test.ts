import { expect, test } from 'vitest';
import {
  createPendingErrors,
  createVisitorShares,
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

test('what React says of every document that does not fit is told apart by the component', () => {
  const pending = createPendingErrors();
  const components = (file: string) =>
    `\n at Post (https://site.example/assets/blog/${file}.js:1:2)\n at div`;
  for (const file of ['a', 'b', 'a']) pending.add(seen({ components: components(file) }), noted);
  expect(pending.take().errors.map(({ times }) => times)).toEqual([2, 1]);
});

test('an app that brings forth ever new errors has its share looked at; all are counted, and others keep theirs', () => {
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

test('a visitor who brings forth ever new errors leaves room for those of the others; all are counted', () => {
  const pending = createPendingErrors();
  for (let index = 0; index < 1_000; index++)
    pending.add(seen(), { ...noted, id: `id${index}`, visitor: 'eve' });
  pending.add(seen({ message: 'boom' }), { ...noted, id: 'boom', visitor: 'ada' });
  const { errors, hours } = pending.take();
  expect(errors.map(({ seen: { message } }) => message)).toContain('boom');
  expect(errors.length).toBeLessThan(MOST_OF_AN_APP);
  expect(hours).toMatchObject([{ times: 1_001 }]);
});

test('what a browser tells is no error of the server, though it says the same', () => {
  const pending = createPendingErrors();
  const { browser: _, ...ofServer } = seen();
  pending.add(seen(), noted);
  pending.add(ofServer, noted);
  expect(pending.take().errors.map((tally) => tally.origin)).toEqual(['browsers', 'listed']);
});

test('errors of invented addresses are apart: they use up no share, and are in no count by hour', () => {
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

test('visitors and routes of one are bounded, whoever sends them', () => {
  const pending = createPendingErrors();
  for (let index = 0; index < 1_000; index++)
    pending.add(seen({ route: `docs.${index}` }), { ...noted, visitor: `v${index}` });
  const [tally] = pending.take().errors;
  expect([tally!.visitors.size, tally!.routes.size, tally!.times]).toEqual([200, 10, 1_000]);
});

test('of a visitor so many different errors of an app are looked at; those that are known go on', () => {
  const shares = createVisitorShares();
  const taken = Array.from({ length: 1_000 }, (_, index) => shares.take('eve', 'docs', `e${index}`));
  expect(taken.filter(Boolean)).toHaveLength(MOST_OF_A_VISITOR);
  expect(shares.take('eve', 'docs', 'e0')).toBe(true);
});

test('another visitor has a share of his own, and so has another app', () => {
  const shares = createVisitorShares();
  for (let index = 0; index < 1_000; index++) shares.take('eve', 'docs', `e${index}`);
  expect([shares.take('ada', 'docs', 'boom'), shares.take('eve', 'news', 'boom')]).toEqual([true, true]);
});
