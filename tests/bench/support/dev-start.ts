import path from 'node:path';
import { startFaultGateway } from '../../faults/fault-gateway.ts';
import { appsOfCheckout, releasesOf, startServer } from './server-process.ts';
import { median } from './statistics.ts';
import { type Row, atMost, milliseconds, figure } from './table.ts';

/** The first start also fetches the rest of the site. */
const STARTS = 6;

const MFE = 'kit/src/cli/mfe.ts';

/**
 * Measures the time from `mfe dev` for an app inside a live site to the printed address.
 * @param app folder of the app, in the checkout
 */
export async function measureStart(app: string, starts = STARTS): Promise<Row[]> {
  const live = await startFaultGateway({ env: { RELEASES: releasesOf(appsOfCheckout()) } });
  const env = { MFE_GATEWAY: live.opsUrl, MFE_TOKEN: live.token, PORT: '0', NODE_ENV: 'development' };
  const starting: number[] = [];
  try {
    for (let times = 0; times < starts; times++) {
      const started = performance.now();
      const server = await startServer(MFE, { args: ['dev', path.basename(app)], env });
      starting.push(performance.now() - started);
      await server.stop();
    }
  } finally {
    await live.stop();
  }
  const [first, ...later] = starting;
  return [
    atMost('start of mfe dev inside a live site, median', median(later), 5_000, milliseconds),
    figure('first start, slowest later start', [first!, Math.max(...later)].map(milliseconds).join(', ')),
  ];
}
