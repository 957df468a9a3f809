import { once } from 'node:events';
import { lstat, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { connect } from 'node:net';

/** Only the user of the gateway may open it. */
const OWNER_ONLY = 0o177;
/** The same limit as on the port: a pack may arrive over a slow line. */
const REQUEST_TIMEOUT_MS = 15 * 60_000;

/**
 * Serves requests on a Unix socket of mode 0600. The socket of a killed gateway is replaced.
 * @param file absolute path. @returns ends it, and removes the socket.
 * @throws when another server listens there, or the path is not a socket.
 */
export async function listenOnSocket(
  file: string,
  handler: RequestListener,
): Promise<{ close(): Promise<void> }> {
  await removeStale(file);
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, handler);
  const listening = once(server, 'listening');
  // The socket gets its mode within the call, so that it never has other permissions.
  const before = process.umask(OWNER_ONLY);
  try {
    server.listen(file);
  } finally {
    process.umask(before);
  }
  await listening;
  // A failed accept (EMFILE) must not end the gateway.
  server.on('error', () => {});
  return {
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeIdleConnections();
      }),
  };
}

async function removeStale(file: string): Promise<void> {
  const stats = await lstat(file).catch(() => undefined);
  if (!stats) return;
  if (!stats.isSocket())
    throw new Error(`${file} is there and is no socket. Set OPERATIONS_SOCKET to a path of its own.`);
  if (await answers(file))
    throw new Error(`Another gateway uses ${file}. Set OPERATIONS_SOCKET to a path of its own.`);
  await rm(file, { force: true });
}

function answers(file: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(file);
    const end = (answered: boolean) => (): void => {
      socket.destroy();
      done(answered);
    };
    socket.once('connect', end(true)).once('error', end(false));
  });
}
