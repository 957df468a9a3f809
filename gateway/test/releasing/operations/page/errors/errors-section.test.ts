import { expect, test } from 'vitest';
import {
  errorsSection,
  hoursFigure,
} from '../../../../../src/releasing/operations/page/errors/errors-section.ts';
import { errorGroup, hoursOf, seenOf } from '../played-seen.ts';
import { digest, NOW, wordsOf } from '../played-status.ts';

test('errors are shown by the hour, those of the release apart', () => {
  const hours = [...hoursOf(digest('b'), [5, 0, 0]), ...hoursOf(digest('a'), [2, 3])];
  const figure = hoursFigure({ app: 'blog', hours }, digest('a'), NOW);
  expect(figure).toMatchObject({
    text: expect.stringContaining('5 of this release and 5 of others in 48 hours; 3 in the last'),
  });
  expect(hoursFigure({ app: 'blog', hours: [] }, digest('a'), NOW)).toBe(false);
});

test('without an error there is a sentence, and no chart', () => {
  const section = errorsSection(seenOf('blog'), new Map(), NOW);
  expect(wordsOf(section)).toBe('Errors None within a week.');
  const more = seenOf('blog', { groups: [errorGroup()], more: true });
  expect(wordsOf(errorsSection(more, new Map(), NOW))).toContain('There are more: mfe errors blog');
});
