import type { Token } from '@voltframe/kit/contract/operations/token';
import { expect, test, vi } from 'vitest';
import {
  maySee,
  readSeen,
  type SeenSources,
} from '../../../../../src/releasing/operations/page/seen/seen.ts';
import { errorGroup, figuresOf, hoursOf } from '../played-seen.ts';
import { digest, HOUR, NOW, operator, team } from '../played-status.ts';

test.each<[Token, string, boolean]>([
  [operator, 'blog', true],
  [team('blog'), 'blog', true],
  [team('blog'), 'legal', false],
])('%j sees of %s what visitors noticed: %s', (you, app, may) => {
  expect(maySee(you, app)).toBe(may);
});

test('it reads two days of errors by the hour, a week of groups, and the figures of the live release', async () => {
  const hours = hoursOf(digest('a'), [1]);
  const errors = {
    rates: vi.fn<SeenSources['errors']['rates']>(async () => hours),
    list: vi.fn<SeenSources['errors']['list']>(async () => ({ groups: [errorGroup()], more: true })),
    find: async () => [],
  };
  const figures = {
    of: vi.fn<SeenSources['figures']['of']>(async () => figuresOf()),
    series: async () => [],
  };
  const of = { app: 'blog', live: digest('a'), since: NOW - HOUR };
  expect(await readSeen({ errors, figures }, of, NOW)).toEqual({
    ...of,
    hours,
    groups: [errorGroup()],
    more: true,
    figures: figuresOf(),
  });
  expect(errors.rates).toHaveBeenCalledWith('blog', NOW - 48 * HOUR, NOW + HOUR);
  expect(errors.list).toHaveBeenCalledWith({ app: 'blog', sinceMs: NOW - 168 * HOUR, limit: 20 });
  expect(figures.of).toHaveBeenCalledWith('blog', digest('a'));
});
