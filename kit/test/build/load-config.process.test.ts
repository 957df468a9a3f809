import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folders.ts';

/** Runs in a separate process, because vitest imports the modules of its own process. */
const PROGRAM = `
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { importAnew, loadApp } from ${JSON.stringify(path.resolve(import.meta.dirname, '../../src/build/load-config.ts'))};
const [config, section] = ['config.ts', 'section.ts'].map((name) => path.join(process.argv[1], name));
writeFileSync(config, "import path from 'node:path';import { SECTION } from './section.ts';export default path.posix.join('/', SECTION);");
for (const name of ['blog', 'journal']) {
  writeFileSync(section, "export const SECTION: string = '" + name + "';");
  const { module, files } = await importAnew(config);
  console.log(module.default, files.map((file) => path.basename(file)).join());
}
writeFileSync(section, '// One line.\\nexport const SECTION = ;');
writeFileSync(path.join(process.argv[1], 'mfe.config.ts'), "import './section.ts';");
await loadApp(process.argv[1]).catch(({ message }) => console.log(path.basename(message)));
`;

it('imports a module and its relative imports again, lists their files, and reports the line of a syntax error', () => {
  const folder = temporaryFolder();
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', PROGRAM, folder], {
    encoding: 'utf8',
  });
  expect(output.trim().split('\n')).toEqual([
    '/blog config.ts,section.ts',
    '/journal config.ts,section.ts',
    'section.ts:2: Expression expected',
  ]);
});
