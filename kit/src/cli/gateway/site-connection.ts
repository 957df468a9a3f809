import type { App } from '../../build/app-paths.ts';
import type { Composition } from '../../contract/release/composition.ts';
import type { SiteContract } from '../../contract/release/site-contract.ts';
import { cliErrors } from '../../errors/cli-errors.ts';
import type { CommandContext } from '../command.ts';
import { fetchContract } from '../commands/sync.ts';
import { createProgressOutput } from '../output/print.ts';
import { timeText } from '../output/text-table.ts';
import { isSynced, SITE_LOCK, SITE_TYPES, writeSiteFiles } from '../workspace/site-files.ts';
import { fetchSite, lastSite, type LiveSite } from './live-site.ts';
import { connect } from './operations-client.ts';

/** Interval of queries for the live composition, in milliseconds: changes are followed within 5 s. */
const LOOK_MS = 1500;
/** Time without an answer after which a message is printed, in milliseconds. */
const LATE_MS = 3000;
const SLOW = 'its gateway does not answer, or its releases are still being fetched';

/**
 * The live site without the app that is built here. Updates the app's types: of the app itself from its present
 * configuration, of the rest from the live site.
 * @param app as it is configured at the start
 * @param cache folder of releases for later calls
 * @param sync whether the app's folder gets the types of the site, also when it has none yet
 * @throws CLI_TOKEN_MISSING, CLI_GATEWAY_INVALID
 */
export function connectToSite(
  app: App,
  { cache, sync }: { cache: string; sync: boolean },
  context: CommandContext,
) {
  const { now, tell } = context;
  const client = connect(context);
  const { name } = app.config;
  const options = { except: [name], cache, now, progress: createProgressOutput(context) };
  const readComposition = () => client.call<Composition>('composition');
  let present = app;
  /** The names of the rest of the site; undefined before the gateway has answered. */
  let rest: SiteContract | undefined;
  const hasTypes = (): boolean => sync || isSynced(present);
  const writeTypes = (changed: string): void => {
    const known = isSynced(present);
    if (!rest || !writeSiteFiles(present, rest)) return;
    tell(`mfe: ${known ? `${changed}: ` : ''}wrote ${SITE_TYPES} and ${SITE_LOCK}; commit them\n`);
  };
  const fetchWhole = async (composition: Composition): Promise<LiveSite> => {
    if (hasTypes()) rest = await fetchContract(client, composition, name);
    writeTypes('the site has changed');
    return fetchSite(client, composition, options);
  };
  const tellAge = (seenAt: number, reason: string): void =>
    tell(`mfe: the rest of the site is as it was at ${timeText(seenAt)}: ${reason}\n`);
  return {
    /** Address of the gateway's operations port. */
    gateway: client.gateway,
    /** Uses a changed configuration of the app for its types from now on. */
    configure(changed: App): void {
      present = changed;
      writeTypes('the configuration has changed');
    },
    /** @returns the site; without an answer the last fetched one. @throws the errors of the client */
    async start(): Promise<{ site: LiveSite; old: boolean }> {
      try {
        return { site: await fetchWhole(await readComposition()), old: false };
      } catch (error) {
        const site = lastSite(client.gateway, options);
        if (!site || (error as { code?: string }).code !== cliErrors.UNREACHABLE.code) throw error;
        tellAge(site.seenAt, (error as Error).message);
        return { site, old: true };
      }
    },
    /**
     * Follows the site, and prints once since when it cannot be followed.
     * @param first result of `start`
     * @param show shows a newer site; resolves when it is served here
     * @returns when the signal is aborted
     */
    async follow(
      first: { site: LiveSite; old: boolean },
      show: (next: LiveSite, before: LiveSite) => Promise<void>,
      signal: AbortSignal,
    ): Promise<void> {
      let { site, old: told } = first;
      let { seenAt } = site;
      let reason = SLOW;
      let looking = false;
      const look = async (): Promise<void> => {
        looking = true;
        try {
          const composition = await readComposition();
          const isSame = composition.id === site.composition.id;
          const next = isSame && (rest || !hasTypes()) ? site : await fetchWhole(composition);
          if (!isSame && !signal.aborted) await show(next, site);
          site = next;
          seenAt = now();
          reason = SLOW;
          if (told) tell('mfe: the rest of the site is up to date again\n');
          told = false;
        } catch (error) {
          reason = (error as Error).message;
        }
        looking = false;
      };
      while (!signal.aborted) {
        if (!looking) void look();
        // The global setTimeout, which tests replace.
        await new Promise((done) => setTimeout(done, LOOK_MS).unref());
        if (signal.aborted || told || now() - seenAt < LATE_MS) continue;
        told = true;
        tellAge(seenAt, reason);
      }
    },
  };
}
