// Says before a long build that a port of the gateway is in use. Runs on Node >= 20, without dependencies.
import { createServer } from 'node:net';

/** The defaults of the gateway (docs/operations.md). */
const SITE_PORT = 3000;

/**
 * @param env as `process.env`. The gateway itself reports other wrong settings.
 * @returns a sentence for the first port that is in use, with the setting that changes it; undefined: both are free.
 */
export async function usedPort({ PORT, HOST, OPS_PORT, OPS_HOST, LISTEN_FDS }) {
  const site = Number(PORT || SITE_PORT);
  const operations = OPS_PORT ? Number(OPS_PORT) : site + 1;
  const ports = [
    { port: LISTEN_FDS ? NaN : site, host: HOST || 'localhost', fix: `PORT=${site + 100}` },
    { port: operations, host: OPS_HOST || '127.0.0.1', fix: `OPS_PORT=${operations + 100}` },
  ];
  for (const { port, host, fix } of ports)
    if (port > 0 && port <= 65_535 && (await isUsed(port, host)))
      return `port ${port} is in use. Stop what uses it, or choose another: ${fix} npm start`;
  return undefined;
}

function isUsed(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code }) => resolve(code === 'EADDRINUSE'));
    server.listen({ port, host }, () => server.close(() => resolve(false)));
  });
}
