import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { LiveSite } from '../../../src/cli/gateway/live-site.ts';
import { createShownReleases, describeChange } from '../../../src/cli/commands/dev.ts';
import { sampleFiles, writeReleaseFolder } from '../../packaging/fixtures/releases.ts';
import { temporaryFolder } from '../../temporary-folders.ts';

const folder = temporaryFolder();

/** Two releases of one app, each in its own folder. */
const [older, newer] = ['older', 'newer'].map((which) =>
  writeReleaseFolder(path.join(folder, which), 'blog', {
    ...sampleFiles('blog'),
    [`client/${which}.0123456789.js`]: which,
  }),
);

it('replaces a release with a newer one, and deletes its files', async () => {
  const show = createShownReleases(path.join(folder, 'shown'));
  const { blog } = await show({ releases: { blog: older! } });
  const has = (which: string) => existsSync(path.join(blog!, `client/${which}.0123456789.js`));
  expect([has('older'), has('newer')]).toEqual([true, false]);
  expect(await show({ releases: { blog: newer! } })).toEqual({ blog });
  expect([has('older'), has('newer')]).toEqual([false, true]);
});

it('does not rewrite an unchanged release, because its watcher would read it again', async () => {
  const show = createShownReleases(path.join(folder, 'staying'));
  const { blog } = await show({ releases: { blog: older! } });
  const written = () => statSync(path.join(blog!, 'release.json')).mtimeMs;
  const first = written();
  await show({ releases: { blog: older! } });
  expect(written()).toBe(first);
});

it('writes a release after its preparation', async () => {
  const show = createShownReleases(path.join(folder, 'prepared'), ({ release, bodies }) => ({
    release: { ...release, development: true },
    bodies,
  }));
  const { blog } = await show({ releases: { blog: older! } });
  expect(JSON.parse(readFileSync(path.join(blog!, 'release.json'), 'utf8'))).toMatchObject({
    development: true,
  });
});

const siteOf = (apps: Record<string, string>, name = 'Voltframe') =>
  ({ composition: { apps, site: { name } } }) as unknown as LiveSite;

it.each([
  ['a newer release', siteOf({ blog: 'b'.repeat(64) }), ['blog bbbbbbbbbbbb is live']],
  ['a release of the local app', siteOf({ blog: 'a', legal: 'b' }), []],
  ['a new app', siteOf({ blog: 'a', labs: 'a' }), [expect.stringContaining('labs is new')]],
  ['a removed app', siteOf({}), [expect.stringContaining('blog was removed')]],
  ['another name of the site', siteOf({ blog: 'a' }, 'Other'), [expect.stringContaining('configuration')]],
])('describes a change for %s', (_, after, lines) => {
  expect(describeChange(siteOf({ blog: 'a' }), after, ['legal'])).toEqual(lines);
});
