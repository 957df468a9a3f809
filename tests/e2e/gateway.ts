import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startServer } from '../bench/support/server-process.ts';

/** The configured address of the site in tests. It differs from the visited one, so that an address made from `Host` fails. */
export const SITE_URL = 'https://voltframe.example';

export interface Gateway {
  /** Its address: `http://127.0.0.1:43210`. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts the real gateway with the built apps, on a free port, with a data folder of its own.
 * @param env settings that differ
 * @throws with its output, when it ends or prints no address in time
 */
export async function startGateway(env: Record<string, string> = {}): Promise<Gateway> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'voltframe-e2e-'));
  const remove = (): void => rmSync(dataDir, { recursive: true, force: true });
  // The tests hydrate every page in Chromium; tests/faults/bad-releases.test.ts checks the admission with it.
  const settings = {
    PORT: '0',
    HOST: '127.0.0.1',
    OPS_PORT: '0',
    DATA_DIR: dataDir,
    SITE_URL,
    ADMISSION_HYDRATION: '0',
    // Long enough for a busy machine.
    ADMISSION_TIMEOUT: '10m',
    RENDER_TIMEOUT: '60s',
    ...env,
  };
  const server = await startServer('gateway/src/server.ts', { env: settings, quiet: true }).catch(
    (error: unknown) => {
      remove();
      throw error;
    },
  );
  return { url: server.url, stop: () => server.stop().then(remove) };
}
