import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { addComposeService, addDockerTarget } from '../workspace/container-targets.ts';
import { workspaceAbove } from '../workspace/find-gateway.ts';
import { addLockImporter, type Manifest } from '../workspace/lock-importer.ts';
import { kitVersion } from '../workspace/kit-version.ts';
import {
  checkAppName,
  checkName,
  packageManager,
  type PackageManager,
  writeRemote,
  writeRepository,
} from '../workspace/new-app.ts';
import { defineCommand } from '../parse-options.ts';

const LOCKFILE = 'pnpm-lock.yaml';

/** `mfe new`: see help.ts. */
export const newCommand = defineCommand(
  { command: 'new', positionals: ['name'], options: { kit: { type: 'string' } } },
  async ({ values, positionals }, context) => {
    const name = positionals[0]!;
    const root = workspaceAbove(context.cwd);
    if (root === undefined) {
      checkName(name);
      const manager = packageManager(context.env['npm_config_user_agent']);
      const made = writeRepository(context.cwd, name, values.kit ?? kitVersion(), manager);
      return { answer: { app: name, ...made }, text: () => describeRepository(name, made, manager) };
    }
    await checkAppName(root, name);
    const files = writeRemote(root, name);
    const changed = addToWorkspace(root, name);
    return { answer: { app: name, files, changed }, text: () => describe(name, files, changed) };
  },
);

/** @returns the files that were changed; those that do not exist or know the app already are left alone. */
function addToWorkspace(root: string, name: string): string[] {
  const edits: { file: string; edit(text: string, name: string): string }[] = [
    { file: 'Dockerfile', edit: addDockerTarget },
    { file: 'docker-compose.yml', edit: addComposeService },
    { file: 'docker-stack.yml', edit: addComposeService },
    { file: LOCKFILE, edit: (text) => addLockImporter(text, `mfe-${name}`, readManifest(root, name)) },
  ];
  return edits.flatMap(({ file, edit }) => {
    const target = path.join(root, file);
    if (!existsSync(target)) return [];
    const text = readFileSync(target, 'utf8');
    const edited = edit(text, name);
    if (edited === text) return [];
    writeFileSync(target, edited);
    return [file];
  });
}

function readManifest(root: string, name: string): Manifest {
  return JSON.parse(readFileSync(path.join(root, `mfe-${name}`, 'package.json'), 'utf8')) as Manifest;
}

function describe(name: string, files: string[], changed: string[]): string {
  return [
    `mfe-${name}/`,
    ...files.map((file) => `  ${file}`),
    ...changed.map((file) => `${file}: added mfe-${name}`),
    '',
    'Next:',
    ...(changed.includes(LOCKFILE) ? [] : ['  npm run pnpm -- install --no-frozen-lockfile']),
    `  npm run mfe -- build mfe-${name}`,
    `  npm start, then http://localhost:3000/${name}`,
  ].join('\n');
}

function describeRepository(
  name: string,
  { files, kept }: { files: string[]; kept: string[] },
  { run, exec }: PackageManager,
): string {
  return [
    ...files,
    ...kept.map((file) => `${file}: exists, not changed`),
    '',
    'Next:',
    `  ${run} install`,
    '  export MFE_GATEWAY=… MFE_TOKEN=…',
    `  ${run} run dev, then http://localhost:3000/${name}`,
    `  ${run} test && ${exec} mfe build && ${exec} mfe preview`,
  ].join('\n');
}
