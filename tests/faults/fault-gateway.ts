import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createOperatorToken } from '../../gateway/src/operator-token.ts';
import { openDatabase } from '../../gateway/src/platform/database/database.ts';
import { freePort } from '../../gateway/test/fixtures/free-port.ts';
import { type ServerProcess, startServer } from '../bench/support/server-process.ts';

/** A real gateway; by default it accepts releases by push only. */
export interface FaultGateway extends Pick<ServerProcess, 'url' | 'pid' | 'kill' | 'stop'> {
  opsUrl: string;
  /** The token of an operator. */
  token: string;
  dataDir: string;
}

/**
 * @param options.dataDir a data folder that is not deleted at the end: that of a gateway before.
 * @param options.checkout the checkout with the gateway; default: this one.
 * @param options.held starts it with the socket holder, as in the image: `pid` is that of the holder.
 */
export async function startFaultGateway(
  options: {
    dataDir?: string;
    env?: Record<string, string>;
    token?: string;
    checkout?: string;
    held?: true;
  } = {},
): Promise<FaultGateway> {
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), 'voltframe-fault-'));
  const place = { DATA_DIR: dataDir, ...options.env };
  const token = options.token ?? (await createOperatorToken(place, 'faults', openDatabase));
  const [port, opsPort] = [await freePort(), await freePort()];
  const settings = {
    HOST: '127.0.0.1',
    PORT: String(port),
    OPS_PORT: String(opsPort),
    DATA_DIR: dataDir,
    RELEASES: 'none',
    LOG_LEVEL: 'silent',
    // Off by default, because it takes seconds.
    ADMISSION_HYDRATION: '0',
    // Long enough for a busy machine.
    ADMISSION_TIMEOUT: '10m',
    ...options.env,
  };
  const { checkout, held } = options;
  const script = held ? 'gateway/src/platform/runtime/socket-holder.ts' : 'gateway/src/server.ts';
  const server = await startServer(script, { env: settings, ...(checkout && { checkout }) });
  return {
    ...server,
    opsUrl: `http://127.0.0.1:${opsPort}`,
    token,
    dataDir,
    async stop() {
      await server.stop();
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
