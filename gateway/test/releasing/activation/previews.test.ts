import type { Release } from '@voltframe/kit/contract/release/release';
import { expect, test, vi } from 'vitest';
import { remoteRelease, shellRelease, version } from '../../fixtures/fixture-release.ts';
import { LEASE_MS } from '../../fixtures/test-changes.ts';
import { setUpPreviews } from '../../fixtures/test-previews.ts';

const MB = 1024 * 1024;
const SITE = [shellRelease(), version('one'), version('first', 'news')];
const release = (text: string, app = 'docs') => version(text, app).release;
/** A release with a file of its own of that size. */
const large = (text: string, ownMb: number): Release => {
  return { ...release(text), files: { 'client/own.js': { sha256: `own ${text}`, bytes: ownMb * MB } } };
};

test('a new preview removes the oldest unnamed preview of its app only', async () => {
  const { keep, names, open } = await setUpPreviews(SITE, { previews: 2 });
  const first = await keep([release('a')]);
  const ofNews = await keep([release('x', 'news')]);
  await keep([release('b')], 'pr-1');
  await keep([release('c')]);
  expect(await names()).toEqual(['4', 'pr-1', '2']);
  expect([await open(first), (await open(ofNews))?.apps]).toEqual([undefined, ['news']]);
});

test('named previews are not removed for a new one: the refusal reports when the first of them ends', async () => {
  const { keep, names } = await setUpPreviews(SITE, { previews: 1 });
  await keep([release('a')], 'pr-1');
  await expect(keep([release('b')])).rejects.toMatchObject({
    code: 'QUOTA_PREVIEWS',
    status: 429,
    message: 'docs has 1 previews with names; the first of them ends in 1 min',
  });
  expect(await names()).toEqual(['pr-1']);
});

test('a preview replaces the one of its name, and the address shows the new one', async () => {
  const { keep, names, open } = await setUpPreviews(SITE, { previews: 1 });
  const token = await keep([release('a')], 'pr-1');
  await keep([release('b')], 'pr-1');
  expect((await open(token))!.served.composition.apps['docs']).toBe(release('b').digest);
  expect(await names()).toEqual(['pr-1']);
});

test('an unnamed preview replaces the one of the same release', async () => {
  const { keep, names } = await setUpPreviews(SITE);
  await keep([release('a')]);
  await keep([release('a')]);
  expect(await names()).toEqual(['1']);
});

test('a name belongs to its apps together: no team replaces or ends the preview of another', async () => {
  const { keep, names, previews } = await setUpPreviews(SITE, { previews: 1 });
  await keep([release('a')], 'pr-1');
  await keep([release('x', 'news')], 'pr-1');
  await keep([release('b'), release('y', 'news')], 'pr-1');
  expect(await names()).toEqual(['pr-1', 'pr-1', 'pr-1']);
  await expect(previews.end(['legal'], 'pr-1', 'legal CI')).rejects.toMatchObject({
    code: 'GW_PREVIEW_UNKNOWN',
    status: 404,
  });
  await expect(previews.end(['news'], `${'0'.repeat(31)}1`, 'news CI')).rejects.toThrow(
    'news has no such preview',
  );
  await previews.end(['news'], 'pr-1', 'news CI');
  expect((await previews.list()).map(({ apps }) => apps)).toEqual([['docs', 'news'], ['docs']]);
});

test.each([
  ['its name', 'pr-1'],
  ['its id', `${'0'.repeat(31)}1`],
  ['the start of its id', '000000'],
])(
  'ending a preview by %s removes its address, data and files, and is recorded in the history',
  async (_, by) => {
    const { keep, previews, open, site, history } = await setUpPreviews(SITE);
    const token = await keep([release('a')], 'pr-1');
    const { id } = (await open(token))!.served.composition;
    expect((await previews.end(['docs'], by, 'docs CI')).message).toBe('the preview pr-1 of docs has ended');
    expect(await open(token)).toBeUndefined();
    await expect(site.select(id)).rejects.toMatchObject({ code: 'GW_COMPOSITION_GONE' });
    expect(await site.asset('docs', 'a.0000000009.js')).toBeUndefined();
    expect((await history('docs'))[0]).toMatchObject({
      actor: 'docs CI',
      action: 'preview-end',
      to: release('a').digest,
      note: 'pr-1',
    });
  },
);

test('two previews of the same release are one composition, which is served until both have ended', async () => {
  const { keep, previews, open } = await setUpPreviews(SITE);
  await keep([release('a')], 'pr-1');
  const other = await keep([release('a')], 'pr-2');
  await previews.end(['docs'], 'pr-1', 'docs CI');
  expect(await open(other)).toBeDefined();
});

test('the bytes of all previews are limited together; files of live releases do not count', async () => {
  const { keep, names } = await setUpPreviews(SITE, { previewBytes: 20 * MB });
  await keep([large('a', 8)], 'pr-1');
  await keep([large('b', 8)]);
  await expect(keep([large('c', 15)])).rejects.toMatchObject({ code: 'QUOTA_PREVIEW_BYTES' });
  expect(await names()).toEqual(['2', 'pr-1']);
  await keep([large('d', 10)]);
  expect(await names()).toEqual(['3', 'pr-1']);
  await expect(keep([large('e', 21)])).rejects.toMatchObject({ code: 'QUOTA_PREVIEW', status: 413 });
});

test('a preview is composed with the current live site when it is opened, and only once', async () => {
  const { keep, open, publish, previews, state } = await setUpPreviews(SITE);
  const token = await keep([release('a')]);
  const kept = vi.spyOn(state, 'keepPreview');
  await publish(version('second', 'news'));
  expect(kept).not.toHaveBeenCalled();
  const shown = [await open(token), await open(token)].map((opened) => opened!.served.composition);
  expect(shown.map(({ apps }) => [apps['docs'], apps['news']])).toEqual(
    Array.from({ length: 2 }, () => [release('a').digest, release('second', 'news').digest]),
  );
  expect(kept).toHaveBeenCalledOnce();
  expect((await previews.list())[0]!.id).toBe(`${'0'.repeat(31)}1`);
});

test('a preview is admitted again only when the parts of other apps that its pages may show changed', async () => {
  const island = { 'news.teaser': { expose: './x', css: [], js: [] } } as never;
  const ofIsland = (text: string) =>
    remoteRelease({ app: 'wire', islands: island, data: { 'a.json': text } });
  const { keep, open, publish, admitted, settle } = await setUpPreviews([...SITE, ofIsland('"1"')]);
  const token = await keep([release('a')]);
  await publish(version('second', 'news'));
  await open(token);
  await settle();
  expect(admitted).toEqual([]);
  await publish(ofIsland('"2"'));
  await Promise.all([open(token), open(token)]);
  await settle();
  await open(token);
  await settle();
  expect(admitted).toEqual(['docs']);
});

test('a preview that no longer composes is refused, and opens again after a rollback of the live site', async () => {
  const { keep, open, publish, changes } = await setUpPreviews(SITE);
  const token = await keep([remoteRelease({ routes: [{ id: 'docs.new', path: '/docs/new' }] }).release]);
  await publish(remoteRelease({ app: 'news', routes: [{ id: 'docs.new', path: '/news/own' }] }));
  await expect(open(token)).rejects.toMatchObject({ code: 'GW_PREVIEW_UNFIT', status: 409 });
  await changes.rollback('news', undefined, 'ada');
  expect(await open(token)).toBeDefined();
});

test('a preview whose pages fail beside a new release is refused after its next admission', async () => {
  const { keep, open, publish, broken, settle } = await setUpPreviews(SITE);
  const token = await keep([release('a')]);
  await publish(shellRelease({ client: { 'new.0000000004.css': 'b{}' } }));
  broken.add(release('a').digest);
  expect(await open(token)).toBeDefined();
  await settle();
  await expect(open(token)).rejects.toMatchObject({ code: 'GW_PREVIEW_UNFIT' });
});

test('a preview that is not opened expires', async () => {
  const { keep, clock, names } = await setUpPreviews(SITE);
  await keep([release('a')], 'pr-1');
  clock.now += LEASE_MS;
  expect(await names()).toEqual([]);
});
