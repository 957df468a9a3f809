import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import pMap from 'p-map';
import { root } from './apps.ts';
import { crowdedFolders, longFunctions } from './reading-size.ts';
import { runNode, seconds } from './processes.ts';
import { quickTests } from './vitest.ts';

/** `npm run check` prints a note, and does not fail, for longer functions and fuller folders. */
const LONG_FUNCTION_LINES = 60;
const CROWDED_FOLDER_FILES = 15;

interface Check {
  name: string;
  argv: string[];
}

const bin = (file: string): string => path.join(root, 'node_modules', file);

/** Folders with a tsconfig.json, the root's own first. */
function typedFolders(): string[] {
  const folders = readdirSync(root).filter((name) => !name.startsWith('.') && name !== 'node_modules');
  return ['.', ...folders].filter((folder) => existsSync(path.join(root, folder, 'tsconfig.json')));
}

function checks(): Check[] {
  return [
    { name: 'format', argv: [bin('oxfmt/bin/oxfmt'), '--check', '.'] },
    { name: 'lint', argv: [bin('oxlint/bin/oxlint'), '--type-aware', '--max-warnings=0'] },
    ...typedFolders().map((folder) => ({
      name: `types ${folder}`,
      argv: [bin('typescript/bin/tsc'), '--project', folder],
    })),
    { name: 'unused code', argv: [bin('knip/bin/knip.js')] },
    // Code that only tests use is also unused.
    { name: 'unused in production', argv: [bin('knip/bin/knip.js'), '--production'] },
    { name: 'unit tests', argv: quickTests(['--reporter=dot']) },
  ];
}

/** `npm run check`: prints only the output of failed checks. */
const run = async ({ name, argv }: Check): Promise<number> => {
  const { code, output, tookMs } = await runNode(argv);
  console.log(`${code === 0 ? '✓' : '✗'} ${name.padEnd(20)} ${seconds(tookMs)}`);
  if (code !== 0) console.log(output);
  return code;
};
const files = globSync('{kit,enquiries,gateway,shell,mfe-*}/src/**/*.{ts,tsx}', { cwd: root }).map(
  (file) => ({
    path: file,
    text: readFileSync(path.join(root, file), 'utf8'),
  }),
);
const results = await pMap(checks(), run, { concurrency: 2 });
for (const line of files.flatMap((file) => longFunctions(file, LONG_FUNCTION_LINES)))
  console.log(`note: long function ${line}`);
for (const line of crowdedFolders(
  files.map((file) => file.path),
  CROWDED_FOLDER_FILES,
))
  console.log(`note: crowded folder ${line}`);
process.exitCode = results.some((code) => code !== 0) ? 1 : 0;
