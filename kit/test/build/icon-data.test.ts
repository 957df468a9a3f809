import { expect, it } from 'vitest';
import { iconsIn } from '../../src/build/icon-data.ts';

it.each([
  ['code', `icon: 'lucide:globe'`, ['lucide:globe']],
  ['two collections', 'lucide:globe simple-icons:github', ['lucide:globe', 'simple-icons:github']],
  ['one name twice', 'lucide:globe lucide:globe', ['lucide:globe']],
  ['no icon of the collection', 'lucide:no-such-icon', []],
  ['another collection', 'mdi:home http://x:80', []],
])('finds the icons in a text with %s', (_, text, names) => {
  expect(Object.keys(iconsIn(text))).toEqual(names);
});

it('returns the drawing of an icon with its size, also for an alias', () => {
  const { 'lucide:house': house, 'lucide:home': older } = iconsIn('lucide:house lucide:home');
  expect(house).toMatchObject({ width: 24, height: 24, body: expect.stringContaining('<path') as string });
  expect(older).toEqual(house);
});
