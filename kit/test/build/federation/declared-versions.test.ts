import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkSharedVersions } from '@voltframe/kit/build/federation/declared-versions';
import { sharedVersions } from '@voltframe/kit/build/federation/shared-scope';

function check(declared: object | undefined): void {
  const root = mkdtempSync(path.join(tmpdir(), 'declared-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  if (declared) writeFileSync(path.join(root, 'package.json'), JSON.stringify(declared));
  checkSharedVersions({ config: { name: 'docs' }, paths: { root } } as never);
}

const react = sharedVersions()['react']!;

test.each([
  ['no package.json', undefined],
  ['nothing', {}],
  ['what runs', { dependencies: { react } }],
  ['a range of it', { peerDependencies: { react: `^${react}` } }],
  ['the catalog', { dependencies: { react: 'catalog:', '@voltframe/kit': 'workspace:*' } }],
  ['another version of what is not shared', { dependencies: { lodash: '^1.0.0' } }],
])('an app that declares %s is built', (_, declared) => expect(() => check(declared)).not.toThrow());

test.each(['dependencies', 'devDependencies', 'peerDependencies'])(
  'an app whose %s name a React that will not run is refused',
  (group) => {
    expect(() => check({ [group]: { react: '^18.2.0' } })).toThrow(
      `docs declares react ^18.2.0 in its package.json, and ${react} is what will run`,
    );
  },
);
