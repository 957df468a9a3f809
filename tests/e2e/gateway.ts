import { appsOfCheckout, releasesOf } from '../bench/support/server-process.ts';
import { type FaultGateway, startFaultGateway } from '../faults/fault-gateway.ts';

/**
 * The configured address of the site in tests. It differs from the visited one, so that an address made from `Host`
 * fails.
 */
export const SITE_URL = 'https://voltframe.example';

export type Gateway = Pick<FaultGateway, 'url' | 'stop'>;

/** Starts the real gateway with the built apps. @param env settings that differ */
export function startGateway(env: Record<string, string> = {}): Promise<Gateway> {
  // Long enough for a busy machine.
  const settings = { RELEASES: releasesOf(appsOfCheckout()), SITE_URL, RENDER_TIMEOUT: '60s' };
  return startFaultGateway({ token: '', env: { ...settings, ...env } });
}
