import { expect, it } from 'vitest';
import {
  contentIconsIn,
  findRegisteredIcon,
  registerContentIcons,
  registerIcons,
  subscribeToIcons,
} from '../../../src/react/icons/icon-registry.ts';

const icon = { body: '<path/>', width: 24, height: 24 };

it('tells whoever waits when an icon arrives, and not when it is brought again', () => {
  let told = 0;
  const end = subscribeToIcons(() => told++);
  expect(findRegisteredIcon('test:a')).toBeUndefined();
  registerIcons({ 'test:a': icon, 'test:b': icon });
  registerIcons({ 'test:a': icon });
  expect([told, findRegisteredIcon('test:a')]).toEqual([1, icon]);
  end();
  registerIcons({ 'test:c': icon });
  expect(told).toBe(1);
});

it('finds the icons in rendered HTML that only content names: scripts bring the others', () => {
  registerIcons({ 'test:code': icon });
  registerContentIcons({ 'test:content': icon, 'test:elsewhere': icon });
  const html =
    '<svg data-icon="test:code"></svg><svg data-icon="test:content"></svg><svg data-icon="test:none"></svg>';
  expect(contentIconsIn(html)).toEqual({ 'test:content': icon });
});
