// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import {
  adoptIcons,
  contentIconsIn,
  findRegisteredIcon,
  registerContentIcons,
  registerIcons,
  subscribeToIcons,
} from '../../../src/react/icons/icon-registry.ts';

const icon = { body: '<path/>', width: 24, height: 24 };

it('notifies subscribers when an icon arrives, and not when it arrives again', () => {
  let notified = 0;
  const end = subscribeToIcons(() => notified++);
  expect(findRegisteredIcon('test:a')).toBeUndefined();
  registerIcons({ 'test:a': icon, 'test:b': icon });
  registerIcons({ 'test:a': icon });
  expect([notified, findRegisteredIcon('test:a')]).toEqual([1, icon]);
  end();
  registerIcons({ 'test:c': icon });
  expect(notified).toBe(1);
});

it('finds the icons in HTML that only content names, because scripts bring the others', () => {
  registerIcons({ 'test:code': icon });
  registerContentIcons({ 'test:content': icon, 'test:elsewhere': icon });
  const html =
    '<svg data-icon="test:code"></svg><svg data-icon="test:content"></svg><svg data-icon="test:none"></svg>';
  expect(contentIconsIn(html)).toEqual({ 'test:content': icon });
  expect(contentIconsIn(`${html} data-icon="test:elsewhere`)).toEqual({ 'test:content': icon });
});

it('adopts the icons that the server rendered, and no empty ones', () => {
  document.body.innerHTML =
    '<svg data-icon="test:drawn" viewBox="0 0 16 24"><path d="M0 0h1"></path></svg>' +
    '<svg data-icon="test:empty" viewBox="0 0 24 24"></svg><svg data-icon="test:odd"><path></path></svg>';
  adoptIcons(document);
  expect(findRegisteredIcon('test:drawn')).toEqual({
    body: '<path d="M0 0h1"></path>',
    width: 16,
    height: 24,
  });
  expect(['test:empty', 'test:odd'].map(findRegisteredIcon)).toEqual([undefined, undefined]);
});
