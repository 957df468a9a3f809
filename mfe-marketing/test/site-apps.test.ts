import { expect, it } from 'vitest';
import { siteApps } from '../src/site-apps.ts';

it('lists the apps by name, the shell first', () => {
  expect(siteApps({ apps: { shop: 's', shell: 'x', blog: 'b' } })).toEqual(['shell', 'blog', 'shop']);
});
