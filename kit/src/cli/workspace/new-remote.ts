import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { APP_NAME } from '../../contract/release/release.ts';
import { cliErrors } from '../../errors/cli-errors.ts';
import { loadApp } from '../../build/load-config.ts';
import { readTemplates } from './templates.ts';

/** First segments of addresses that the platform answers itself, and the app that is there in any case. */
const RESERVED = new Set(['shell', 'api', 'assets', 'builds']);

/**
 * @param root the checkout.
 * @throws CLI_NAME_INVALID, CLI_NAME_TAKEN
 */
export async function checkAppName(root: string, name: string): Promise<void> {
  checkName(name);
  if (existsSync(path.join(root, `mfe-${name}`)))
    throw cliErrors.NAME_TAKEN({ name, where: `mfe-${name}/ exists` });
  for (const config of globSync('*/mfe.config.ts', { cwd: root })) {
    const folder = path.dirname(config);
    // An app that does not load cannot tell its name; its build says so.
    const app = await loadApp(path.join(root, folder)).catch(() => undefined);
    if (app?.config.name === name)
      throw cliErrors.NAME_TAKEN({ name, where: `${folder}/ is the app of that name` });
    const route = app?.config.routes.find((one) => one.path === `/${name}`);
    if (route) throw cliErrors.NAME_TAKEN({ name, where: `${folder}/ has the page /${name}` });
  }
}

/** @throws CLI_NAME_INVALID */
export function checkName(name: string): void {
  const reason = nameIssue(name);
  if (reason) throw cliErrors.NAME_INVALID({ name, reason });
}

function nameIssue(name: string): string | undefined {
  if (name.startsWith('mfe-')) return 'the folder gets its mfe- by itself';
  if (RESERVED.has(name)) return 'the platform uses it';
  if (!APP_NAME.test(name))
    return 'it has to be 1 to 31 lower-case letters, digits and hyphens, a letter first';
  return /-$|--/.test(name) ? 'hyphens stand between words' : undefined;
}

/**
 * Writes a remote with one page.
 * @param name has passed {@link checkAppName}.
 * @returns its files, relative to its folder.
 */
export function writeRemote(root: string, name: string): string[] {
  const templates = readTemplates('remote', name);
  for (const [file, text] of templates) {
    const target = path.join(root, `mfe-${name}`, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  return [...templates.keys()];
}
