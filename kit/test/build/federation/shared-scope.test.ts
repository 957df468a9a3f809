import { readFileSync } from 'node:fs';
import { version as react } from 'react';
import { version as reactDom } from 'react-dom';
import { expect, it } from 'vitest';
import { requiredRange, sharedVersions } from '../../../src/build/federation/shared-scope.ts';

it('knows the version of each shared module, a part of a package among them', () => {
  const kit = new URL('../../../package.json', import.meta.url);
  expect(sharedVersions()).toMatchObject({
    react,
    'react/jsx-runtime': react,
    'react-dom': reactDom,
    '@voltframe/kit/react': (JSON.parse(readFileSync(kit, 'utf8')) as { version: string }).version,
  });
});

it.each([
  ['19.2.1', '^19.2.0'],
  ['7.0.0', '^7.0.0'],
])('asks beside %s for %s: any later one of the same major', (version, range) => {
  expect(requiredRange(version)).toBe(range);
});
