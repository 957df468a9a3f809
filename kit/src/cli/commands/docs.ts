import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { InvalidArgumentError } from 'commander';
import { didYouMean } from '../../contract/closest.ts';
import { type DeclareCommand, createCommand, printed } from '../command.ts';
import { KIT_FOLDER } from '../workspace/kit-version.ts';

/**
 * The documents for teams in order of need: page → its file and subject. Packing includes the files
 * (`scripts/packages/pack.ts`).
 */
export const PAGES: Record<string, { file: string; about: string }> = {
  tutorial: {
    file: 'docs/tutorial.md',
    about: 'from the first command to a live page, with the output of each command',
  },
  recipes: {
    file: 'docs/recipes.md',
    about: 'a page, a guard, an island, data from a backend, tests, a budget …',
  },
  samples: {
    file: 'docs/samples.md',
    about: 'search, pagination, feed, account, A/B test, Slack … as whole files',
  },
  forms: { file: 'docs/forms.md', about: 'declare a form, show it on a page, receive its entries' },
  personal: {
    file: 'docs/personal.md',
    about: 'data of signed-in visitors: how pages show it, who can read it',
  },
  islands: { file: 'docs/interactive-islands.md', about: 'islands with interaction in pages of other apps' },
  styles: { file: 'docs/styles.md', about: 'attributes, stylesheets, and libraries that make styles' },
  packages: { file: 'docs/packages.md', about: 'React and packages: where pages are rendered, what works' },
  router: { file: 'docs/react-router.md', about: 'the names of react-router in pages' },
  upgrade: { file: 'docs/upgrade.md', about: 'update the gateway, or return to the earlier version' },
  changelog: { file: 'CHANGELOG.md', about: 'changes of each version' },
};

/** All error codes with message, reason and fix. `mfe docs` prints one at a time. */
export const ERRORS = 'docs/errors.md';

/** Declares `mfe docs`. */
export const docsCommand: DeclareCommand = (run) =>
  createCommand('docs', {
    description: `Prints a page of the documentation of this version: tutorial, recipes, samples, forms, changelog … With the code of an
error, the command prints its reason and fix; without a page, it lists the pages. Needs no gateway.`,
    examples: ['mfe docs forms', 'mfe docs UPSTREAM_TIMEOUT'],
    variables: {},
  })
    .argument('[page]')
    .action(
      printed(run, async (page: string | undefined) => {
        if (page === undefined) {
          const names = Object.entries(PAGES).map(([name, { about }]) => `  ${name.padEnd(10)} ${about}`);
          names.push(`  ${'<CODE>'.padEnd(10)} an error, its reason and fix: mfe docs UPSTREAM_TIMEOUT`);
          return { answer: PAGES, text: () => ['mfe docs <page>', '', ...names].join('\n') };
        }
        if (/^[A-Z][A-Z\d]*_[A-Z\d_]+$/.test(page)) {
          const text = errorText(page);
          return { answer: { page, text }, text: () => text };
        }
        const found = Object.hasOwn(PAGES, page) ? PAGES[page] : undefined;
        if (!found) {
          const names = Object.keys(PAGES);
          const reason = `there is no page '${page}'.${didYouMean(page, names)} There are ${names.join(', ')}`;
          throw new InvalidArgumentError(reason);
        }
        const text = readPage(found.file);
        return { answer: { page, text }, text: () => text };
      }),
    );

/** @returns the section of an error. @throws InvalidArgumentError for an unknown code */
function errorText(code: string): string {
  const sections = readPage(ERRORS).split(/^(?=##)/m);
  const found = sections.find((section) => section.startsWith(`### ${code}\n`));
  if (found !== undefined) return found.trimEnd();
  const codes = sections.flatMap((section) => /^### (\w+)$/m.exec(section)?.[1] ?? []);
  throw new InvalidArgumentError(`there is no error '${code}'.${didYouMean(code, codes)}`);
}

/** In the package the pages are in its folder; in the checkout of the site they are beside the kit. */
function readPage(file: string): string {
  const packed = path.join(KIT_FOLDER, file);
  return readFileSync(existsSync(packed) ? packed : path.join(KIT_FOLDER, '..', file), 'utf8');
}
