import { expect, it } from 'vitest';
import { readTemplates } from '../../../src/cli/workspace/templates.ts';

it.each(['remote', 'repository'] as const)('fills in every placeholder of the %s', (kind) => {
  const files = readTemplates(kind, 'case-studies', '1.2.3');
  expect(files.size).toBeGreaterThan(7);
  for (const [file, text] of files) expect(file + text).not.toMatch(/\.template|__\w+__/);
  expect([...files.values()].join()).toContain('Case studies');
});

it('finds files that begin with a dot', () => {
  expect([...readTemplates('repository', 'notes').keys()]).toEqual(
    expect.arrayContaining(['.github/workflows/ci.yml', '.gitignore', '.gitlab-ci.yml', 'Dockerfile']),
  );
});
