import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { CommandContext } from '../command-context.ts';

/** Backends of this machine, and what they want to be told: nothing for git. */
const FILE = '.mfe/upstreams.yml';

/**
 * What a gateway on this machine needs to ask backends: the file of an app, and the variables that it names.
 * @param folder of the app
 * @returns environment for the gateway; none without such a file
 */
export function localUpstreams(folder: string, env: CommandContext['env']): Record<string, string> {
  const file = path.join(folder, FILE);
  if (!existsSync(file)) return {};
  const names = [...readFileSync(file, 'utf8').matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name!);
  const given = names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]));
  return { ...Object.fromEntries(given), UPSTREAMS: file };
}
