import { existsSync } from 'node:fs';
import path from 'node:path';
import { Argument } from 'commander';
import { cliErrors } from '../../errors/cli-errors.ts';
import { createOrigin } from '../../origin/create-origin.ts';
import { type CommandContext, type DeclareCommand, createCommand, untilAborted } from '../command.ts';

const DEFAULT_PORT = 8080;

/** Declares `mfe serve`. */
export const serveCommand: DeclareCommand = (run) =>
  createCommand('serve', {
    description: `Serves the release of an app over HTTP: release.json, its files and /health. The gateway pulls the release from this
server (RELEASES=blog=http://blog:8080). After a new build, the server serves the new release immediately.`,
    examples: ['mfe serve mfe-blog', 'mfe serve --host 0.0.0.0 --port 8081'],
    variables: {
      PORT: 'port to listen on; default 8080; --port overrides it',
      HOST: 'host to listen on; default localhost; --host overrides it',
    },
  })
    .addArgument(new Argument('[folder]', 'of the app, or of its release').default('.', 'this folder'))
    .option('--port <n>')
    .option('--host <name>')
    .action((folder: string, options: Partial<Record<'port' | 'host', string>>) =>
      serve(folder, options, run),
    );

async function serve(
  named: string,
  { port: toPort, host: toHost }: Partial<Record<'port' | 'host', string>>,
  context: CommandContext,
): Promise<void> {
  const root = path.resolve(context.cwd, named);
  const folder =
    existsSync(path.join(root, 'mfe.config.ts')) || existsSync(path.join(root, 'dist'))
      ? path.join(root, 'dist')
      : root;
  const port = readPort({ PORT: toPort ?? context.env['PORT'] }, DEFAULT_PORT);
  const host = toHost ?? (context.env['HOST'] || 'localhost');
  const origin = createOrigin(folder);
  try {
    const address = await origin.listen({ port, host });
    context.tell(`mfe: serving the release in ${folder}\n`);
    context.print(address);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw cliErrors.PORT_IN_USE({ port }, error);
    throw error;
  }
  await untilAborted(context.signal);
  await origin.close();
}

/** @returns PORT of the environment. @throws CLI_SETTING_INVALID */
export function readPort(env: CommandContext['env'], fallback: number): number {
  const value = env['PORT'];
  if (!value) return fallback;
  const port = Number(value);
  if (/^\d{1,5}$/.test(value) && port <= 65_535) return port;
  throw cliErrors.SETTING_INVALID({ name: 'PORT', value, expected: 'a number from 0 to 65535' });
}
