/**
 * Runs the gateway and holds its port. When the gateway crashes, the next one starts immediately, and connections
 * wait for it in the system's queue instead of being refused. The socket is passed as by systemd (sd_listen_fds(3)).
 *
 *   node [flags] socket-holder.ts [script, default server.ts] [interval of signs of life in ms, default 5000]
 *
 * SIGHUP replaces the gateway by the program at the path of the script: the old one completes its requests, and
 * connections wait for the new one.
 *
 * The holder asks the gateway for a sign of life, and kills one that hangs: the next one starts within a minute.
 */
import { spawn } from 'node:child_process';
import net from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createRestarts } from './restarts.ts';
import { logLine, reportFailure } from './log-line.ts';
import { readProcessorTime } from './process-usage.ts';
import { ASK_MS, createSignsOfLife } from './signs-of-life.ts';

/** Cluster's own way to a socket that is bound and not read from; the types leave it out. */
const { _createServerHandle: createHandle } = net as unknown as {
  _createServerHandle(host: string, port: number, family: 4 | 6): { fd: number; close(): void } | number;
};

/** From the path by which this file was started: its link may point to another version at the time of a SIGHUP. */
const script = path.resolve(process.argv[2] ?? path.join(process.argv[1]!, '../../../server.ts'));
const askMs = Number(process.argv[3] ?? ASK_MS);
const { PORT = '3000', HOST = '0.0.0.0' } = process.env;
const socket = createHandle(HOST, Number(PORT), net.isIPv6(HOST) ? 6 : 4);
if (typeof socket === 'number') {
  reportFailure(`Port ${PORT} on ${HOST} cannot be taken. Set HOST to an address of this machine.`);
  process.exit(1);
}

const restarts = createRestarts(Date.now);
let child = start(socket.fd);
let stopping = false;
let replacing = false;
process.on('SIGHUP', () => {
  // A second signal would cut off the requests in progress.
  if (!replacing) child.kill('SIGHUP');
  replacing = true;
});
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    // No further run begins.
    if (!stopping) socket.close();
    stopping = true;
    if (!replacing) child.kill(signal);
  });

function start(fd: number): ReturnType<typeof spawn> {
  restarts.started();
  const running = spawn(process.execPath, [...process.execArgv, script], {
    stdio: ['inherit', 'inherit', 'pipe', fd, 'ipc'],
    env: { ...process.env, LISTEN_FDS: '1' },
  });
  const life = createSignsOfLife({
    askMs,
    processorTime: () => (running.pid === undefined ? undefined : readProcessorTime(running.pid)),
  });
  running.on('message', (message) => life.heard(message));
  const looks = setInterval(() => {
    const hangs = life.look((question) => running.connected && running.send(question, () => {}));
    if (!hangs) return;
    reportFailure('The gateway hangs: it gives no sign of life, and is killed.');
    running.kill('SIGKILL');
  }, askMs);
  // The gateway's logger writes JSON; Node itself, and failures before the logger exists, do not.
  createInterface({ input: running.stderr! }).on('line', (line) =>
    process.stderr.write(`${line.startsWith('{') ? line : logLine(line)}\n`),
  );
  running.once('close', (code, signal) => {
    clearInterval(looks);
    if (stopping || !(replacing || restarts.allowed(code))) process.exit(code ?? 1);
    if (replacing) process.stderr.write(`${logLine('The gateway is replaced.', 'info')}\n`);
    else reportFailure(`The gateway ended (${signal ?? `code ${code}`}) and is started again.`);
    replacing = false;
    child = start(fd);
  });
  return running;
}
