/**
 * The entry point of the container of an app: serves the release in a folder (first argument) at HOST and PORT until
 * SIGTERM. Like `mfe serve`, without the command line, which would add 3 MB to each idle container.
 */
import { createOrigin } from './create-origin.ts';

const { HOST: host = 'localhost', PORT = '8080' } = process.env;
const origin = createOrigin(process.argv[2] ?? '.');
console.error(`serving the release at ${await origin.listen({ host, port: Number(PORT) })}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void origin.close());
