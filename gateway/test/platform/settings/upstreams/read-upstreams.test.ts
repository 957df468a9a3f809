import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readUpstreams } from '../../../../src/platform/settings/upstreams/read-upstreams.ts';
import { parseConfig } from '../../../../src/platform/settings/config.ts';
import { testFolder } from '../../../fixtures/test-database.ts';

function read(text: string, env: Record<string, string> = {}) {
  const file = path.join(testFolder(), 'upstreams.yml');
  writeFileSync(file, text);
  const parsed = parseConfig({ UPSTREAMS: file }, []);
  if (!parsed.ok) throw new Error(parsed.issues.join());
  return readUpstreams(parsed.config, env);
}

test('without a file there are none', () => {
  const parsed = parseConfig({}, []);
  expect(parsed.ok && readUpstreams(parsed.config, {})).toEqual({ ok: true, settings: [] });
});

test('the file that is named is read, with the secrets of the environment', () => {
  const text = `cms: { url: 'https://cms.example', apps: [blog], headers: { a: '\${KEY}' } }`;
  expect(read(text, { KEY: 'k' })).toMatchObject({
    ok: true,
    settings: [{ name: 'cms', headers: { a: 'k' } }],
  });
});

test('what is wrong is said with the name of the setting', () => {
  const text = `cms: { url: 'https://cms.example', apps: [blog], headers: { a: '\${KEY}' } }`;
  expect(read(text)).toEqual({ ok: false, issues: ['UPSTREAMS: cms.headers.a: KEY is not set'] });
  const parsed = parseConfig({ UPSTREAMS: '/nowhere/upstreams.yml' }, []);
  expect(parsed.ok && readUpstreams(parsed.config, {})).toEqual({
    ok: false,
    issues: ['UPSTREAMS: the file /nowhere/upstreams.yml cannot be read (ENOENT)'],
  });
});
