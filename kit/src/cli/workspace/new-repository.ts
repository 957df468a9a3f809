import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cliErrors } from '../../errors/cli-errors.ts';
import { readTemplates } from './templates.ts';

/** What makes a folder one that somebody works in. */
const TAKEN = ['package.json', 'mfe.config.ts', 'src', 'test'];

/**
 * Writes the repository of an app into a folder. Files that are there already (a readme, a licence) stay as they are.
 * @param name has passed `checkName`
 * @param kit version or address of the kit, as for package.json
 * @returns the files that were written, and those of the same name that were kept, relative to the folder
 * @throws CLI_FOLDER_TAKEN
 */
export function writeRepository(
  folder: string,
  name: string,
  kit: string,
): { files: string[]; kept: string[] } {
  const taken = TAKEN.find((one) => existsSync(path.join(folder, one)));
  if (taken !== undefined) throw cliErrors.FOLDER_TAKEN({ folder, taken });
  const templates = new Map([...readTemplates('remote', name), ...readTemplates('repository', name, kit)]);
  const kept = [...templates.keys()].filter((file) => existsSync(path.join(folder, file)));
  const files = [...templates.keys()].filter((file) => !kept.includes(file)).toSorted();
  for (const file of files) {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, templates.get(file)!);
  }
  return { files, kept };
}
