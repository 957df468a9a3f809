import path from 'node:path';
import { startFaultGateway } from '../../faults/fault-gateway.ts';
import { root, startServer } from './server-process.ts';
import { median } from './statistics.ts';
import { type Row, atMost, milliseconds, told } from './table.ts';

/** The first one fetches the rest of the site. */
const STARTS = 6;
const APPS = ['shell', 'mfe-blog', 'mfe-legal', 'mfe-marketing'];

/**
 * From `mfe dev` for one app inside a live site to the address under which it is there.
 * @param app its folder, in the checkout
 */
export async function measureStart(app: string): Promise<Row[]> {
  const releases = APPS.map((name) => `${name.replace(/^mfe-/, '')}=${path.join(root, name)}`);
  const live = await startFaultGateway({ env: { RELEASES: releases.join(',') } });
  const env = { MFE_GATEWAY: live.opsUrl, MFE_TOKEN: live.token, PORT: '0', NODE_ENV: 'development' };
  const taken: number[] = [];
  try {
    for (let times = 0; times < STARTS; times++) {
      const started = performance.now();
      const site = await startServer('kit/src/cli/mfe.ts', { args: ['dev', path.basename(app)], env });
      taken.push(performance.now() - started);
      await site.stop();
    }
  } finally {
    await live.stop();
  }
  const [first, ...later] = taken;
  return [
    atMost('start of mfe dev inside a live site, median', median(later), 5_000, milliseconds),
    told('the first start, and the slowest other', [first!, Math.max(...later)].map(milliseconds).join(', ')),
  ];
}
