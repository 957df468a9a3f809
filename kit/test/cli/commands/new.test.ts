import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { addComposeService, addDockerTarget, addLockImporter } from '../../../src/cli/commands/new.ts';

const DOCKERFILE = `# All images: shell, mfe-blog, mfe-legal.
COPY mfe-blog/package.json mfe-blog/
COPY mfe-legal/package.json mfe-legal/
COPY tests/package.json tests/

FROM builder AS mfe-legal-release
COPY mfe-legal mfe-legal
RUN node mfe.ts build mfe-legal

FROM origin AS mfe-legal
COPY --from=mfe-legal-release /srv/mfe-legal/dist /release

FROM runtime AS gateway
`;

const COMPOSE = `services:
  gateway:
    networks:
      - site
      - mfe-legal
    environment:
      RELEASES: \${RELEASES:-shell=http://shell:8080,legal=http://mfe-legal:8080}

  mfe-legal:
    <<: *origin
    networks: [mfe-legal]
    build: { context: ., target: mfe-legal }

networks:
  site:
  mfe-legal: { internal: true }
`;

describe('addDockerTarget', () => {
  it('adds a target after the last remote in each stage', () => {
    expect(addDockerTarget(DOCKERFILE, 'labs')).toBe(`# All images: shell, mfe-blog, mfe-legal.
COPY mfe-blog/package.json mfe-blog/
COPY mfe-legal/package.json mfe-legal/
COPY mfe-labs/package.json mfe-labs/
COPY tests/package.json tests/

FROM builder AS mfe-legal-release
COPY mfe-legal mfe-legal
RUN node mfe.ts build mfe-legal

FROM builder AS mfe-labs-release
COPY mfe-labs mfe-labs
RUN node mfe.ts build mfe-labs

FROM origin AS mfe-legal
COPY --from=mfe-legal-release /srv/mfe-legal/dist /release

FROM origin AS mfe-labs
COPY --from=mfe-labs-release /srv/mfe-labs/dist /release

FROM runtime AS gateway
`);
  });

  it('changes nothing the second time, or without a remote to copy', () => {
    const once = addDockerTarget(DOCKERFILE, 'labs');
    expect(addDockerTarget(once, 'labs')).toBe(once);
    expect(addDockerTarget('FROM scratch\n', 'labs')).toBe('FROM scratch\n');
  });

  it('accepts the Dockerfile of this checkout', () => {
    const text = readFileSync(path.resolve(import.meta.dirname, '../../../../Dockerfile'), 'utf8');
    expect(addDockerTarget(text, 'labs').match(/^FROM .* AS mfe-labs(-release)?$/gm)).toHaveLength(2);
  });
});

describe('addComposeService', () => {
  it('adds the service, and adds it to the variables of the gateway', () => {
    const added = addComposeService(COMPOSE, 'labs');
    expect(added).toContain('legal=http://mfe-legal:8080,labs=http://mfe-labs:8080}');
    expect(added).toContain(
      '  mfe-labs:\n    <<: *origin\n    networks: [mfe-labs]\n    build: { context: ., target: mfe-labs }\n\nnetworks:',
    );
    expect(added).toContain('      - mfe-legal\n      - mfe-labs\n');
    expect(added).toContain('  mfe-legal: { internal: true }\n  mfe-labs: { internal: true }\n');
    expect(addComposeService(added, 'labs')).toBe(added);
  });

  it('copies an app with any name, also with letters that occur elsewhere in the line', () => {
    const first = addComposeService(COMPOSE, 'h');
    expect(addComposeService(first, 'labs')).toContain(',h=http://mfe-h:8080,labs=http://mfe-labs:8080}');
  });

  it('accepts the stack file of this checkout, which has no empty lines between services', () => {
    const text = readFileSync(path.resolve(import.meta.dirname, '../../../../docker-stack.yml'), 'utf8');
    const added = addComposeService(text, 'labs');
    expect(added).toContain(
      ':-latest}\n  mfe-labs:\n    <<: *origin\n    networks: [mfe-labs]\n    image: ${IMAGES:-voltframe}/mfe-labs:${TAG:-latest}\n\n',
    );
    expect(added).toMatch(/^ {6}mfe-labs: \{\}$/m);
    expect(added).toContain(':8080,labs=http://mfe-labs:8080}');
    expect(added).toContain('  mfe-labs: { driver: overlay, internal: true }\n');
  });
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
