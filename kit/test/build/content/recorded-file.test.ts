import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { recordedFile } from '../../../src/build/content/recorded-file.ts';

let root = '';
beforeEach(() => void (root = mkdtempSync(path.join(tmpdir(), 'voltframe-recorded-'))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('recorded answers become a file of the release', () => {
  const answer = { upstream: 'cms', path: '/posts', query: [], status: 200, headers: {}, text: '[]' };
  writeFileSync(path.join(root, 'upstreams.recorded.json'), JSON.stringify([answer], null, 2));
  expect(recordedFile(root)).toEqual([['data/@upstreams.recorded.json', JSON.stringify([answer])]]);
});

it('an app without any has no such file', () => {
  expect(recordedFile(root)).toEqual([]);
});

it('what is no record is refused by its name', () => {
  writeFileSync(path.join(root, 'upstreams.recorded.json'), '[{}]');
  expect(() => recordedFile(root)).toThrow('upstreams.recorded.json: recorded answers: 0.upstream');
});
