import path from 'node:path';
import { Argument } from 'commander';
import { loadApp } from '../../build/load-config.ts';
import { type Composition, SHELL } from '../../contract/release/composition.ts';
import type { Release } from '../../contract/release/release.ts';
import { contractLosses, type SiteContract, siteContract } from '../../contract/release/site-contract.ts';
import type { IconList } from '../../contract/operations/operations.ts';
import { type DeclareCommand, createCommand, EXIT, printed } from '../command.ts';
import { connect, type OperationsClient } from '../gateway/operations-client.ts';
import { printable } from '../output/text-table.ts';
import { readSiteLock, SITE_LOCK, SITE_TYPES, writeSiteFiles } from '../workspace/site-files.ts';

/** Declares `mfe sync`. */
export const syncCommand: DeclareCommand = (run) =>
  createCommand('sync', {
    description: `Writes two files from the live site. mfe-env.d.ts types routes (\`Link to\`, \`navigate\`), islands with their props,
icons, guards and places. mfe.lock.json lists the parts of the site that the app uses. Commit both files. mfe dev
updates them where they exist, and writes them in each repository that is not the checkout of the site.`,
    examples: ['mfe sync', 'mfe sync mfe-blog --check'],
  })
    .addArgument(new Argument('[folder]', 'of the app').default('.', 'this folder'))
    .option(
      '--check',
      'writes nothing, and lists the entries of mfe.lock.json that the site no longer has. Other teams may remove them, so exit code 1 is a warning that CI can ignore',
    )
    .action(
      printed(run, async (folder: string, { check }: { check?: boolean }) => {
        const app = await loadApp(path.resolve(run.cwd, folder));
        const client = connect(run);
        const composition = await client.call<Composition>('composition');
        const site = await fetchContract(client, composition, app.config.name);
        const before = readSiteLock(app.paths.root);
        const losses = before ? contractLosses(before, site) : [];
        const changed = !check && writeSiteFiles(app, site);
        for (const loss of losses) run.tell(`mfe: warning: ${printable(loss)}\n`);
        const known = before !== undefined;
        return {
          answer: { losses, changed, synced: known || changed },
          text() {
            if (!check) return changed ? `wrote ${SITE_TYPES} and ${SITE_LOCK}` : 'nothing has changed';
            if (!known) return `there is no ${SITE_LOCK} yet: mfe sync writes it`;
            return losses.length > 0
              ? 'the site no longer has these parts'
              : `the site has all parts in ${SITE_LOCK}`;
          },
          exit: check && losses.length > 0 ? EXIT.failed : EXIT.done,
        };
      }),
    );

/** @param app whose own names are left out. @returns the names of the site for it. */
export async function fetchContract(
  client: OperationsClient,
  composition: Composition,
  app: string,
): Promise<SiteContract> {
  const parameters = { app: SHELL, digest: composition.apps[SHELL] ?? '' };
  const shell = await client.call<Release>('release', { parameters });
  const styles = shell.client.css.map(async (file) =>
    client.bytes('blob', { sha256: shell.files[file]!.sha256 }),
  );
  const { icons } = await client.call<IconList>('icons');
  return siteContract(composition, shell, (await Promise.all(styles)).map(String), app, icons);
}
