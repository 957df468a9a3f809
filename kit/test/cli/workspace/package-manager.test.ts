import { expect, it } from 'vitest';
import { readTemplates } from '../../../src/cli/workspace/new-app.ts';
import { forManager, packageManager } from '../../../src/cli/workspace/package-manager.ts';

const pnpm = packageManager('pnpm/11.28.10 npm/? node/v24.0.0 linux x64');

it.each([
  ['pnpm/11.28.10 npm/? node/v24.0.0 linux x64', 'pnpm'],
  ['npm/11.19.1 node/v20.20.2 linux x64 workspaces/false', 'npm'],
  ['yarn/1.22.22 npm/? node/v20.20.2 linux x64', 'npm'],
  [undefined, 'npm'],
])('detects the package manager of %s: %s', (agent, name) => expect(packageManager(agent).name).toBe(name));

it('keeps only the lines of its package manager', () => {
  const text = 'a\n  __npm__ b\n  __pnpm__ - c __run__\n';
  expect([forManager(text, packageManager()), forManager(text, pnpm)]).toEqual([
    'a\n  b\n',
    'a\n  - c pnpm\n',
  ]);
});

it('names pnpm in a repository of npm nowhere, and npm in one of pnpm only to install pnpm', () => {
  const left = (manager: typeof pnpm) =>
    [...readTemplates('repository', 'notes', '1.2.3', manager)].flatMap(([file, text]) =>
      text
        .split('\n')
        .flatMap((line) =>
          (manager.name === 'npm' ? /\bpnpm\b/ : /\b(?:npm|npx)\b/).test(line) ? [file] : [],
        ),
    );
  expect(left(packageManager())).toEqual(['pnpm-workspace.yaml']);
  expect(left(pnpm).toSorted()).toEqual([
    '.github/workflows/ci.yml',
    '.gitlab-ci.yml',
    '.gitlab-ci.yml',
    'Dockerfile',
    'Dockerfile',
  ]);
});

it('writes the version of pnpm into the repository', () => {
  const manifest = readTemplates('repository', 'notes', '1.2.3', pnpm).get('package.json')!;
  expect(JSON.parse(manifest)).toMatchObject({ packageManager: 'pnpm@11.28.10' });
  expect(JSON.parse(readTemplates('repository', 'notes', '1.2.3').get('package.json')!)).not.toHaveProperty(
    'packageManager',
  );
});
