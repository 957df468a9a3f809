/**
 * Runs the gateway and holds its port. When the gateway crashes, the next one starts at once, and connections wait for
 * it in the system's queue instead of being refused. The socket is handed over as systemd does (sd_listen_fds(3)).
 *
 *   node [flags] socket-holder.ts [script, default server.ts]
 */
import { spawn } from 'node:child_process';
import net from 'node:net';
import path from 'node:path';
import { createRestarts } from './restarts.ts';

/** Cluster's own way to a socket that is bound and not read from; the types leave it out. */
const { _createServerHandle: createHandle } = net as unknown as {
  _createServerHandle(host: string, port: number, family: 4 | 6): { fd: number; close(): void } | number;
};

const script = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../../server.ts'));
const { PORT = '3000', HOST = '0.0.0.0' } = process.env;
const socket = createHandle(HOST, Number(PORT), net.isIPv6(HOST) ? 6 : 4);
if (typeof socket === 'number') {
  process.stderr.write(`Port ${PORT} on ${HOST} cannot be taken. Set HOST to an address of this machine.\n`);
  process.exit(1);
}

const restarts = createRestarts(Date.now);
let child = start(socket.fd);
let stopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    // No further run begins.
    if (!stopping) socket.close();
    stopping = true;
    child.kill(signal);
  });

function start(fd: number): ReturnType<typeof spawn> {
  restarts.started();
  const running = spawn(process.execPath, [...process.execArgv, script], {
    stdio: ['inherit', 'inherit', 'inherit', fd],
    env: { ...process.env, LISTEN_FDS: '1' },
  });
  running.once('exit', (code, signal) => {
    if (stopping || !restarts.allowed(code)) process.exit(code ?? 1);
    process.stderr.write(`The gateway ended (${signal ?? `code ${code}`}) and is started again.\n`);
    child = start(fd);
  });
  return running;
}
