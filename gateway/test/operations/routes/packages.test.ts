import { describe, expect, test } from 'vitest';
import { iconNameRoutes, packageRoutes } from '../../../src/operations/routes/packages.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { testFolder } from '../../fixtures/test-database.ts';
import { playedPort } from './played-port.ts';

const kit = 'voltframe-kit-1.0.0.tgz';

function operationsPort(packagesDir: string) {
  const { app, call } = playedPort();
  void app.register(packageRoutes, { packagesDir });
  void app.register(iconNameRoutes);
  return (url: string, token?: string) => call('GET', url, token);
}

function packed(): string {
  const folder = testFolder();
  mkdirSync(path.join(folder, 'kit'));
  writeFileSync(path.join(folder, kit), 'tarball');
  writeFileSync(path.join(folder, 'voltframe-gateway-0.9.12.tgz'), 'older');
  writeFileSync(path.join(folder, 'secret.txt'), 'secret');
  return folder;
}

test('the names of icons are returned for every valid token only', async () => {
  const get = operationsPort(testFolder());
  expect((await get('/-/icons')).body).toMatchObject({
    icons: expect.arrayContaining(['lucide:arrow-right']) as string[],
  });
  expect((await get('/-/icons', 'wrong')).status).toBe(401);
});

describe('packages on the operations port', () => {
  test('are listed for every valid token, and downloaded by their full names', async () => {
    const get = operationsPort(packed());
    expect((await get('/-/packages')).body).toEqual({
      packages: ['voltframe-gateway-0.9.12.tgz', kit],
    });
    expect(await get(`/-/packages/${kit}`)).toEqual({ status: 200, body: 'tarball' });
  });

  test.each(['/-/packages', `/-/packages/${kit}`])('are refused without a valid token at %s', async (url) => {
    expect(await operationsPort(packed())(url, 'wrong')).toMatchObject({ status: 401 });
  });

  test.each([
    'secret.txt',
    '..%2Fsecret.txt',
    'kit',
    'voltframe-kit-2.0.0.tgz',
    'voltframe-kit-1.0.0.tgz%00',
  ])('are the only files that are served: %s is answered 404', async (file) => {
    const answer = await operationsPort(packed())(`/-/packages/${file}`);
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([
      404,
      expect.not.stringContaining('"secret"'),
    ]);
  });

  test('are an empty list when none was packed', async () => {
    const get = operationsPort(path.join(testFolder(), 'none'));
    expect((await get('/-/packages')).body).toEqual({ packages: [] });
    expect((await get(`/-/packages/${kit}`)).body).toMatchObject({
      message: expect.stringContaining('available: none') as string,
    });
  });
});
