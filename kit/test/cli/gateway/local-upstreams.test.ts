import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { localUpstreams } from '../../../src/cli/gateway/local-upstreams.ts';

function appWith(text?: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'app-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  if (text === undefined) return folder;
  mkdirSync(path.join(folder, '.mfe'));
  writeFileSync(path.join(folder, '.mfe/upstreams.yml'), text);
  return folder;
}

test('without a file the gateway asks nobody', () => {
  expect(localUpstreams(appWith(), { CMS_TOKEN: 'a' })).toEqual({});
});

test('of the environment the gateway gets what the file names, and nothing else', () => {
  const folder = appWith(
    'cms: { url: "${CMS_URL}", headers: { a: "Bearer ${CMS_TOKEN}", b: "${NOT_SET}" } }',
  );
  expect(localUpstreams(folder, { CMS_URL: 'http://127.0.0.1:1', CMS_TOKEN: 't', MFE_TOKEN: 'm' })).toEqual({
    CMS_URL: 'http://127.0.0.1:1',
    CMS_TOKEN: 't',
    UPSTREAMS: path.join(folder, '.mfe/upstreams.yml'),
  });
});
