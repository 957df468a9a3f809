import { expect, it } from 'vitest';
import { assetUrl, mapOf } from '@voltframe/kit/contract/release/release';

it('leads from a file of a release to its address, and to its map, which has none', () => {
  expect(assetUrl('blog', 'client/page.3f2a.js')).toBe('/assets/blog/page.3f2a.js');
  expect(mapOf('client/page.3f2a.js')).toBe('maps/client/page.3f2a.js.map');
});
