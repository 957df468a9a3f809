import type { App } from '../../build/app-paths.ts';
import type { Composition } from '../../contract/release/composition.ts';
import { cliErrors } from '../../errors/cli-errors.ts';
import type { CommandContext } from '../command-context.ts';
import { fetchContract } from '../commands/sync.ts';
import { createProgressOutput } from '../output/print.ts';
import { timeText } from '../output/text-table.ts';
import { isSynced, SITE_LOCK, SITE_TYPES, writeSiteFiles } from '../workspace/site-files.ts';
import { fetchSite, lastSite, type LiveSite } from './live-site.ts';
import { connect } from './operations-client.ts';

export type SiteConnection = ReturnType<typeof connectToSite>;

/**
 * The live site without the app that is built here. Updates the app's types of the site.
 * @param cache folder of releases for later calls
 * @param sync whether the app's folder gets the types of the site, also when it has none yet
 * @throws CLI_TOKEN_MISSING, CLI_GATEWAY_INVALID
 */
export function connectToSite(
  app: App,
  { cache, sync }: { cache: string; sync: boolean },
  context: CommandContext,
) {
  const client = connect(context);
  const { name } = app.config;
  const options = { except: [name], cache, now: context.now, progress: createProgressOutput(context) };
  const fetchWhole = async (composition: Composition): Promise<LiveSite> => {
    const known = isSynced(app);
    if ((known || sync) && writeSiteFiles(app, await fetchContract(client, composition, name))) {
      const why = known ? 'the site has changed: ' : '';
      context.tell(`mfe: ${why}wrote ${SITE_TYPES} and ${SITE_LOCK}; commit them\n`);
    }
    return fetchSite(client, composition, options);
  };
  return {
    /** Address of the gateway's operations port. */
    gateway: client.gateway,
    /** @returns the site; without an answer the last fetched one. @throws the errors of the client */
    async start(): Promise<{ site: LiveSite; old: boolean }> {
      try {
        return { site: await fetchWhole(await client.call<Composition>('composition')), old: false };
      } catch (error) {
        const site = lastSite(client.gateway, options);
        if (!site || (error as { code?: string }).code !== cliErrors.UNREACHABLE.code) throw error;
        const { message } = error as Error;
        context.tell(`mfe: the rest of the site is as it was at ${timeText(site.seenAt)}: ${message}\n`);
        return { site, old: true };
      }
    },
    /** @returns the newer site; undefined without a change. */
    async next({ composition: { id } }: LiveSite): Promise<LiveSite | undefined> {
      const composition = await client.call<Composition>('composition');
      return composition.id === id ? undefined : fetchWhole(composition);
    },
  };
}
