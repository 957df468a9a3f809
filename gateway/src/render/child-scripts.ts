import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';

/** The scripts of closed processes as plain JavaScript, in a folder of their own: all that such a process may read. */
export interface ChildScripts {
  folder: string;
  /** Absolute path of a script. */
  pathOf(name: 'render-child' | 'container-child'): string;
}

const SCRIPTS = ['sandbox', 'render-child', 'container-child'];

/**
 * Takes the types out of the scripts once, at the gateway's start: a process that does so itself holds a compiler in its
 * memory, a third of what it needs.
 * @param dataDir the gateway's data folder.
 */
export function writeChildScripts(dataDir: string): ChildScripts {
  const folder = path.resolve(dataDir, 'render-scripts');
  mkdirSync(folder, { recursive: true });
  for (const name of SCRIPTS) {
    const source = readFileSync(path.join(import.meta.dirname, `${name}.ts`), 'utf8');
    const code = withoutTypes(source).replaceAll(/(from '\.\/[\w-]+)\.ts'/g, `$1.mjs'`);
    writeFileSync(path.join(folder, `${name}.mjs`), code);
  }
  return { folder, pathOf: (name) => path.join(folder, `${name}.mjs`) };
}

/** Node still calls it an experiment, which is nothing that whoever starts the gateway could do anything about. */
function withoutTypes(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}
