import { expect, test } from 'vitest';
import { targetOf } from '../../../../src/platform/settings/alerts/alert-settings.ts';

const own = { mail: 'blog@example.com' };
const all = { mail: 'ops@example.com' };

test.each([
  ['its own entry', { blog: own, '*': all }, 'blog', own],
  ['that of all others', { blog: own, '*': all }, 'legal', all],
  ['none', { blog: own }, 'legal', {}],
  ['none, though every object has the name', { blog: own }, 'constructor', {}],
])('an app is told by %s', (_, settings, app, target) => {
  expect(targetOf(settings, app)).toEqual(target);
});
