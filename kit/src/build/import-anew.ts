import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

let times = 0;

/**
 * Imports a module, and what it imports by relative names, though they were imported before: a build that watches runs on
 * when they change. What is replaced stays in memory, so this is for small files that people edit.
 * @param file absolute path
 * @returns the module, and the absolute paths of all files that were read
 * @throws what the module throws
 */
export async function importAnew(file: string): Promise<{ module: unknown; files: string[] }> {
  const mark = `?read=${++times}`;
  const files = [file];
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      if (!specifier.startsWith('.') || !context.parentURL?.endsWith(mark)) return found;
      files.push(fileURLToPath(found.url));
      return { ...found, url: found.url + mark };
    },
  });
  try {
    return { module: await import(pathToFileURL(file).href + mark), files: [...new Set(files)] };
  } finally {
    hooks.deregister();
  }
}
