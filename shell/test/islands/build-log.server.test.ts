import { expect, it } from 'vitest';
import { loader } from '../../src/islands/build-log.server.ts';

it('lists the releases of the site, the shell first', () => {
  const composition = () => ({
    id: 'c'.repeat(32),
    timestamp: 0,
    apps: { legal: 'l'.repeat(64), blog: 'b'.repeat(64), shell: 's'.repeat(64) },
  });
  expect(loader({ composition } as never)).toEqual({
    composition: 'c'.repeat(12),
    formed: '1970-01-01T00:00:00.000Z',
    releases: [
      { app: 'shell', digest: 's'.repeat(12) },
      { app: 'blog', digest: 'b'.repeat(12) },
      { app: 'legal', digest: 'l'.repeat(12) },
    ],
  });
});
