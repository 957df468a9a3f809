import type { AppStatus } from '@voltframe/kit/contract/operations/site-status';
import type { Token } from '@voltframe/kit/contract/operations/token';
import type { OpsDeps } from './operations-deps.ts';

/** What an app's team is to know of the last hour and of its live release. */
export type AppSigns = Pick<AppStatus, 'errors' | 'alerts' | 'undelivered'>;

const HOUR_MS = 3_600_000;

/**
 * @param live digests by app.
 * @returns by app, of those that the token may see: a team's of its own.
 */
export async function appSigns(
  { errors, alerts, now }: Pick<OpsDeps, 'errors' | 'alerts' | 'now'>,
  live: Readonly<Record<string, string>>,
  token: Pick<Token, 'role' | 'app'>,
): Promise<Map<string, AppSigns>> {
  const shown = Object.entries(live).filter(([app]) => token.role === 'operator' || token.app === app);
  const open = await alerts.open(Object.fromEntries(shown));
  const undelivered = await alerts.undelivered();
  // Errors are counted by whole hours.
  const sinceMs = now() - HOUR_MS - (now() % HOUR_MS);
  const signs = shown.map(async ([app]): Promise<[string, AppSigns]> => {
    const rates = await errors.rates(app, sinceMs, now());
    const times = rates.reduce((sum, hour) => sum + hour.times, 0);
    return [
      app,
      {
        errors: { times, sinceMs },
        ...(open.has(app) && { alerts: open.get(app)! }),
        ...(undelivered.has(app) && { undelivered: undelivered.get(app)! }),
      },
    ];
  });
  return new Map(await Promise.all(signs));
}
