import { expect, test } from 'vitest';
import { parseConfig } from '../src/config.ts';

test('without a setting the site listens on localhost:3000 and keeps its data in .data', () => {
  const parsed = parseConfig({ PORT: '' }, []);
  expect(parsed).toMatchObject({
    ok: true,
    config: { port: 3000, host: 'localhost', dataDir: '.data', ops: { port: 3001, host: '127.0.0.1' } },
  });
});

test('every wrong variable is named at once', () => {
  const parsed = parseConfig(
    { PORT: '70000', RELEASE_LEASE: '3', LOG_LEVEL: 'loud', RELEASES: 'blog', ICON_FALLBACK_URL: 'ftp://x' },
    [],
  );
  expect(parsed.ok).toBe(false);
  const names = parsed.ok ? [] : parsed.issues.map((issue) => issue.split(':')[0]);
  expect(names.toSorted()).toEqual(['ICON_FALLBACK_URL', 'LOG_LEVEL', 'PORT', 'RELEASES', 'RELEASE_LEASE']);
});

test('releases come from folders and origins, by app', () => {
  const parsed = parseConfig({ RELEASES: 'shell=http://shell:8080, blog=./mfe-blog' }, []);
  expect(parsed.ok && parsed.config.releases).toEqual([
    { app: 'shell', type: 'origin', url: 'http://shell:8080' },
    { app: 'blog', type: 'folder', folder: './mfe-blog' },
  ]);
});
