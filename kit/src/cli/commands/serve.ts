import { existsSync } from 'node:fs';
import path from 'node:path';
import { cliErrors } from '../../errors/cli-errors.ts';
import { createOrigin } from '../../origin/create-origin.ts';
import { type CommandContext, EXIT, untilAborted, defineCommand } from '../command.ts';

const DEFAULT_PORT = 8080;

/** `mfe serve`: see help.ts. */
export const serveCommand = defineCommand(
  {
    command: 'serve',
    positionals: ['folder?'],
    options: { port: { type: 'string' }, host: { type: 'string' } },
  },
  async ({ values, positionals }, context) => {
    const root = path.resolve(context.cwd, positionals[0] ?? '.');
    const folder =
      existsSync(path.join(root, 'mfe.config.ts')) || existsSync(path.join(root, 'dist'))
        ? path.join(root, 'dist')
        : root;
    const port = readPort({ PORT: values.port ?? context.env['PORT'] }, DEFAULT_PORT);
    const host = values.host ?? (context.env['HOST'] || 'localhost');
    const origin = createOrigin(folder);
    try {
      const address = await origin.listen({ port, host });
      context.tell(`mfe: serving the release in ${folder}\n`);
      context.print(address);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
        throw cliErrors.PORT_IN_USE({ port }, error);
      throw error;
    }
    await untilAborted(context.signal);
    await origin.close();
    return EXIT.done;
  },
);

/** @returns PORT of the environment. @throws CLI_SETTING_INVALID */
export function readPort(env: CommandContext['env'], fallback: number): number {
  const value = env['PORT'];
  if (!value) return fallback;
  const port = Number(value);
  if (/^\d{1,5}$/.test(value) && port <= 65_535) return port;
  throw cliErrors.SETTING_INVALID({ name: 'PORT', value, expected: 'a number from 0 to 65535' });
}
