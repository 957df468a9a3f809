import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SiteConfig } from '../../../src/contract/page/site-config.ts';
import { compositionId, releaseDigest } from '../../../src/contract/release/digest.ts';
import type { Release } from '../../../src/contract/release/release.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const site = { name: 'Voltframe', url: 'https://voltframe.example' } as SiteConfig;

describe('the digest of a release', () => {
  it('is of its canonical JSON without the digest itself', () => {
    const release = { digest: 'old', app: 'blog', schema: 1, files: { b: 2, a: 1 } } as unknown as Release;
    expect(releaseDigest(release, (text) => text)).toBe('{"app":"blog","files":{"a":1,"b":2},"schema":1}');
  });
});

describe('the id of a composition', () => {
  it('is 32 digits, of the releases and the site’s settings and of nothing else', () => {
    const composition = { apps: { shell: 'a', blog: 'b' }, site, timestamp: 5, routes: [] };
    const same = { site, apps: { blog: 'b', shell: 'a' } };
    expect(compositionId(composition, sha256)).toMatch(/^[0-9a-f]{32}$/);
    expect(compositionId(same, sha256)).toBe(compositionId(composition, sha256));
    expect(compositionId({ ...same, apps: { shell: 'a' } }, sha256)).not.toBe(compositionId(same, sha256));
  });
});
