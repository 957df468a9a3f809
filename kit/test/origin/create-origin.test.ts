import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createOrigin, followRelease } from '@voltframe/kit/origin/create-origin';
import { describeRelease, sampleFiles, writeReleaseFolder } from '../packaging/fixtures/releases.ts';
import { temporaryFolder } from '../temporary-folders.ts';

const root = temporaryFolder();
const closing: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

function originOf(app: string) {
  const dist = path.join(writeReleaseFolder(root, app), 'dist');
  const origin = createOrigin(dist);
  closing.push(() => origin.close());
  return {
    dist,
    get: (url: string, headers: Record<string, string> = {}) => origin.inject({ url, headers }),
    origin,
  };
}

describe('createOrigin', () => {
  it('serves release.json with an ETag, and answers 304 to a matching request', async () => {
    const { get } = originOf('fresh');
    const first = await get('/release.json');
    expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(first.json()).toEqual(describeRelease('fresh'));
    const again = await get('/release.json', { 'if-none-match': `"other", ${String(first.headers.etag)}` });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('serves the signature, and changes the ETag of release.json with it', async () => {
    const { dist, get } = originOf('signed');
    const { etag } = (await get('/release.json')).headers;
    expect((await get('/release.sig')).statusCode).toBe(404);
    writeFileSync(path.join(dist, 'release.sig'), 'signature');
    expect((await get('/release.sig')).body).toBe('signature');
    expect((await get('/release.json', { 'if-none-match': String(etag) })).statusCode).toBe(200);
  });

  it('serves the listed files: hashed names as immutable, others with revalidation', async () => {
    const { get } = originOf('files');
    const entry = await get('/client/files.0123456789.js');
    expect([entry.statusCode, entry.body]).toEqual([200, sampleFiles('files')['client/files.0123456789.js']]);
    expect(entry.headers['cache-control']).toContain('immutable');
    const server = await get('/server/server.cjs');
    expect([server.statusCode, server.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(
      (await get('/server/server.cjs', { 'if-none-match': String(server.headers.etag) })).statusCode,
    ).toBe(304);
  });

  it.each([
    '/',
    '/package.json',
    '/client/',
    '/client/unlisted.js',
    '/client/../release.json.bak',
    '/client/..%2f..%2fpackage.json',
    '/%2e%2e/secret',
    '//server/../../secret',
    '/server/server.cjs%00',
    '/constructor',
    '/__proto__',
  ])('answers 404 in JSON to %s', async (url) => {
    const { dist, get } = originOf('strict');
    writeFileSync(path.join(dist, 'client', 'unlisted.js'), 'x');
    writeFileSync(path.join(dist, 'package.json'), '{}');
    writeFileSync(path.join(dist, '..', 'secret'), 'x');
    const answer = await get(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ status: 404, code: 'ORIGIN_NOT_FOUND' });
  });

  it('does not follow a listed symbolic link out of the folder', async () => {
    const { dist, get } = originOf('linked');
    writeFileSync(path.join(root, 'secret'), 'secret');
    rmSync(path.join(dist, 'data/documents.json'));
    symlinkSync(path.join(root, 'secret'), path.join(dist, 'data/documents.json'));
    expect((await get('/data/documents.json')).statusCode).toBe(404);
  });

  it('serves a new release immediately, also after the folder was missing', async () => {
    const { dist, get } = originOf('moving');
    const before = await get('/release.json');
    renameSync(dist, `${dist}-away`);
    const away = await get('/release.json');
    expect([away.statusCode, away.json<{ code: string }>().code]).toEqual([503, 'ORIGIN_NO_RELEASE']);
    expect((await get('/health')).statusCode).toBe(503);
    mkdirSync(dist);
    writeReleaseFolder(root, 'moving', { ...sampleFiles('moving'), 'data/more.json': '{}' });
    const after = await get('/release.json');
    expect(after.statusCode).toBe(200);
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect((await get('/data/more.json')).body).toBe('{}');
  });

  it('is healthy exactly when it has a valid release', async () => {
    const { dist, get } = originOf('health');
    expect((await get('/health')).json()).toMatchObject({ app: 'health' });
    const { app, digest } = describeRelease('health');
    for (const wrong of [
      '{"half":',
      'null',
      '[]',
      '{}',
      JSON.stringify({ app, digest, files: { a: null } }),
    ]) {
      writeFileSync(path.join(dist, 'release.json'), wrong);
      const answers = [await get('/health'), await get('/release.json'), await get('/a')];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503]);
    }
  });

  it('answers HEAD without a body, and no other method than GET', async () => {
    const { origin } = originOf('methods');
    const head = await origin.inject({ method: 'HEAD', url: '/release.json' });
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect((await origin.inject({ method: 'PUT', url: '/release.json', payload: {} })).statusCode).toBe(404);
  });
});

const distOf = (app: string, files?: Record<string, string>) =>
  path.join(writeReleaseFolder(root, app, files), 'dist');

it('reads the release once, and again when it or its signature changes', async () => {
  const dist = distOf('legal');
  const current = followRelease(dist);
  const first = await current();
  const { app, digest, files } = describeRelease('legal');
  expect(first).toMatchObject({ release: { app, digest, files }, signature: undefined });
  expect(await current()).toBe(first);
  writeFileSync(path.join(dist, 'release.sig'), 'signed');
  const signed = await current();
  expect([signed.signature, signed.etag === first.etag]).toEqual(['signed', false]);
  distOf('legal', { ...sampleFiles('legal'), 'data/more.json': '{}' });
  expect((await current()).release.digest).not.toBe(first.release.digest);
});

it('has the same ETag for the same content, independent of the modification time', async () => {
  const dist = distOf('blog');
  const current = followRelease(dist);
  const { etag } = await current();
  utimesSync(path.join(dist, 'release.json'), 1, 1);
  expect((await current()).etag).toBe(etag);
});
