import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { addComposeService, addDockerTarget, addLockImporter } from '../../../src/cli/commands/new.ts';

const read = (file: string): string =>
  readFileSync(path.resolve(import.meta.dirname, '../../../..', file), 'utf8');

const SOURCE = ['legal=http://mfe-legal:8080', ',labs=http://mfe-labs:8080'];
const IMAGE = 'image: ${IMAGES:-voltframe}';

/** The texts of the last remote, each with the addition below it. */
const ADDED: [file: string, add: typeof addDockerTarget, additions: string[][]][] = [
  [
    'Dockerfile',
    addDockerTarget,
    [
      ['COPY mfe-legal/package.json mfe-legal/\n', 'COPY mfe-labs/package.json mfe-labs/\n'],
      [
        'RUN node kit/src/cli/mfe.ts build mfe-legal\n',
        '\nFROM builder AS mfe-labs-release\nCOPY mfe-labs mfe-labs\nARG SOURCE_COMMIT\nRUN node kit/src/cli/mfe.ts build mfe-labs\n',
      ],
      [
        'COPY --from=mfe-legal-release /srv/mfe-legal/dist /release\n',
        '\nFROM origin AS mfe-labs\nCOPY --from=mfe-labs-release /srv/mfe-labs/dist /release\n',
      ],
    ],
  ],
  [
    'docker-compose.yml',
    addComposeService,
    [
      SOURCE,
      ['      - mfe-legal\n', '      - mfe-labs\n'],
      [
        'build: { context: ., target: mfe-legal, args: *commit }\n',
        `\n  mfe-labs:\n    <<: *origin\n    networks: [mfe-labs]\n    ${IMAGE}/mfe-labs:\${TAG:-latest}\n    build: { context: ., target: mfe-labs, args: *commit }\n`,
      ],
      ['  mfe-legal: { internal: true }\n', '  mfe-labs: { internal: true }\n'],
    ],
  ],
  [
    'docker-stack.yml',
    addComposeService,
    [
      SOURCE,
      ['      mfe-legal: {}\n', '      mfe-labs: {}\n'],
      [
        `${IMAGE}/mfe-legal:\${TAG:-latest}\n`,
        `  mfe-labs:\n    <<: *origin\n    networks: [mfe-labs]\n    ${IMAGE}/mfe-labs:\${TAG:-latest}\n`,
      ],
      [
        '  mfe-legal: { driver: overlay, internal: true }\n',
        '  mfe-labs: { driver: overlay, internal: true }\n',
      ],
    ],
  ],
];

it.each(ADDED)('adds a remote once, below the last in %s of this checkout', (file, add, additions) => {
  const text = read(file);
  const added = add(text, 'labs');
  expect(added).toBe(additions.reduce((now, [below, one]) => now.replace(below!, () => below! + one), text));
  expect(add(added, 'labs')).toBe(added);
});

it('copies an app with any name, also with letters that occur elsewhere in the line', () => {
  const first = addComposeService(read('docker-compose.yml'), 'h');
  expect(addComposeService(first, 'labs')).toContain(',h=http://mfe-h:8080,labs=http://mfe-labs:8080}');
});

it('leaves a Dockerfile without a remote unchanged', () => {
  expect(addDockerTarget('FROM scratch\n', 'labs')).toBe('FROM scratch\n');
});

const entry = (name: string, specifier: string, version: string): string =>
  `      ${name}:\n        specifier: ${specifier}\n        version: ${version}`;
const REACT = entry('react', "'catalog:'", '19.3.1');
const KIT = entry("'@voltframe/kit'", 'workspace:*', 'link:../kit');
const VITEST = entry('vitest', "'catalog:'", '5.1.1(vite@8.3.8(yaml@2.9.1))');

const lockfile = (...importers: string[]): string =>
  `lockfileVersion: '9.0'\n\nimporters:\n\n${importers.join('\n\n')}\n\npackages:\n\n  react@19.3.1:\n    engines: {}\n`;
const ROOT = `  .:\n    devDependencies:\n${entry('knip', "'catalog:'", '6.44.2')}`;
const LEGAL = `  mfe-legal:\n    dependencies:\n${KIT}\n${REACT}\n    devDependencies:\n${VITEST}`;
const SHELL = `  shell:\n    dependencies:\n${REACT}`;

const manifest = {
  dependencies: { react: 'catalog:', '@voltframe/kit': 'workspace:*' },
  devDependencies: { vitest: 'catalog:' },
};

describe('addLockImporter', () => {
  it.each([
    ['mfe-handbook', [ROOT, LEGAL.replace('mfe-legal', 'mfe-handbook'), LEGAL, SHELL]],
    ['mfe-studies', [ROOT, LEGAL, LEGAL.replace('mfe-legal', 'mfe-studies'), SHELL]],
  ])(
    'locks the dependencies of %s to the versions of other remotes, in sorted order',
    (folder, importers) => {
      expect(addLockImporter(lockfile(ROOT, LEGAL, SHELL), folder, manifest)).toBe(lockfile(...importers));
    },
  );

  it('changes nothing the second time', () => {
    const once = addLockImporter(lockfile(ROOT, LEGAL), 'mfe-labs', manifest);
    expect(addLockImporter(once, 'mfe-labs', manifest)).toBe(once);
  });

  it.each([
    ['that no remote has', { dependencies: { knip: 'catalog:' } }],
    ['of another version', { dependencies: { react: '^18.0.0' } }],
  ])('leaves the lockfile unchanged for a dependency %s', (_, other) => {
    expect(addLockImporter(lockfile(ROOT, LEGAL), 'mfe-labs', other)).toBe(lockfile(ROOT, LEGAL));
  });

  it('leaves an unknown lockfile format unchanged', () => {
    expect(addLockImporter('lockfileVersion: 12\n', 'mfe-labs', manifest)).toBe('lockfileVersion: 12\n');
  });
});
