import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { root } from '../../scripts/apps.ts';
import { packKit } from '../../scripts/packages/pack.ts';
import { findChromium } from '../browser/find-chromium.ts';
import { startFaultGateway } from '../faults/fault-gateway.ts';
import type { Case } from './case.ts';
import { buildFeatures } from './cases/build-features.ts';
import { clients } from './cases/clients.ts';
import { components } from './cases/components.ts';
import { cssModules } from './cases/css-modules.ts';
import { drawings } from './cases/drawings.ts';
import { foreignCode } from './cases/foreign-code.ts';
import { legacyDecorators } from './cases/legacy-decorators.ts';
import { morePackages } from './cases/more-packages.ts';
import { ordinaryPages } from './cases/ordinary-pages.ts';
import { packages } from './cases/packages.ts';
import { reactFeatures } from './cases/react-features.ts';
import { reactRouter } from './cases/react-router.ts';
import { styles } from './cases/styles.ts';
import { styleLibraries } from './cases/style-libraries.ts';
import { webGlobals } from './cases/web-globals.ts';
import { widgets } from './cases/widgets.ts';
import { createRepository } from './repository.ts';
import { scriptSizes } from './script-sizes.ts';
import { lookAt, visitCase } from './visit-page.ts';

/**
 * `npm run test:ecosystem`: ordinary React and the packages that teams use, in a repository of its own that npm
 * installs. The cases that have to work are pages of a few apps, which are built, published, and visited in Chromium.
 * Each case that has to be refused, or accepted with a warning, is built and published alone. Needs the npm registry and Chromium.
 *
 * Words select cases by their names: `-- lodash axios`. `--folder <folder>` keeps the repository there, so that the
 * next run installs only other packages.
 */
const CASES: Case[] = [
  ...webGlobals,
  ...reactFeatures,
  ...reactRouter,
  ...buildFeatures,
  ...styles,
  ...cssModules,
  ...legacyDecorators,
  ...packages,
  ...morePackages,
  ...styleLibraries,
  ...components,
  ...drawings,
  ...clients,
  ...widgets,
  ...foreignCode,
  ...ordinaryPages,
];
const APP = 'ecosystem';
const OTHER_APP = 'elsewhere';
const MOST_PAGES = 10;
const MOST_TRIES = 600;
const TRY_MS = 500;
/** The app of three ordinary pages, and the bar for their scripts: a visitor of all three loads code once. */
const ORDINARY = { app: 'desk', bytes: 120_000 };

const { values, positionals: words } = parseArgs({
  options: { folder: { type: 'string' } },
  allowPositionals: true,
});
const cases = CASES.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
const folder = values.folder ?? mkdtempSync(path.join(realpathSync(tmpdir()), 'voltframe-ecosystem-'));
mkdirSync(folder, { recursive: true });
const failed: string[] = [];
const report = (name: string, problems: string[]): void => {
  console.log(`${problems.length === 0 ? 'passed' : 'FAILED'}  ${name}`);
  for (const problem of problems) console.log(`        ${problem.replaceAll('\n', '\n        ')}`);
  if (problems.length > 0) failed.push(name);
};

const launch = await findChromium();
const gateway = await startFaultGateway({
  env: {
    RELEASES: `shell=${path.join(root, 'shell')}`,
    ADMISSION_HYDRATION: '1',
    FOREIGN_SOURCES: allowedSources(cases).join(', '),
  },
});
const browser = await chromium.launch(launch);
try {
  const packed = path.join(folder, 'packed');
  rmSync(packed, { recursive: true, force: true });
  const kit = await packKit(packed);
  const env = { MFE_GATEWAY: gateway.opsUrl, MFE_TOKEN: gateway.token };
  const repository = await createRepository(folder, kit, cases, env);
  await untilLive(`${gateway.url}/builds/latest.json`);
  /** @returns why the app is refused */
  const refusalOf = (app: string): Promise<string | undefined> =>
    repository
      .mfe(app, 'build')
      .then(() => repository.mfe(app, 'publish'))
      .then(
        () => undefined,
        (error: Error) => error.message,
      );
  const broken = await refusalOf(repository.writeApp(OTHER_APP, []));
  if (broken !== undefined) throw new Error(broken);
  const accepted = cases.filter(({ refused, warned }) => refused === undefined && warned === undefined);
  /** Publishes an app with a page for each case, and visits them. */
  const tryApp = async (name: string, its: readonly Case[]): Promise<void> => {
    const app = repository.writeApp(name, its);
    const refusal = await refusalOf(app);
    if (refusal !== undefined && its.length > 1) {
      // The refusal says little of the other cases.
      console.log(`refused together, tried alone: ${refusal}`);
      for (const one of its) await tryApp(name, [one]);
      return;
    }
    if (refusal !== undefined) return report(its[0]!.name, [refusal]);
    const home = `${gateway.url}/${name}`;
    // Again for each group: the footer tells the age of the release, which becomes longer.
    const elsewhere = await lookAt(browser, `${gateway.url}/${OTHER_APP}`);
    for (const one of its) {
      const sibling = isRuntime(one) && its.find((another) => another !== one && isRuntime(another));
      const address = sibling ? `${home}/${sibling.name}` : undefined;
      report(one.name, await visitCase(browser, home, one, elsewhere, address));
    }
    if (name === ORDINARY.app) {
      const { pages, together, apart } = scriptSizes(app, `${name}.${name}-`);
      const figure = `${pages} ordinary pages: ${together} B of scripts; loaded apart ${apart} B`;
      report(figure, together > ORDINARY.bytes ? [`more than ${ORDINARY.bytes} B`] : []);
    }
  };
  for (const [name, its] of Map.groupBy(accepted, ({ app = APP }) => app))
    for (const group of name === APP ? groupsOf(its) : [its]) await tryApp(name, group);
  for (const one of cases.filter(({ warned }) => warned !== undefined)) {
    const app = repository.writeApp('warned', [one]);
    await repository.mfe(app, 'build');
    for (const command of ['check', 'publish']) {
      const said = await repository.mfe(app, command).catch(({ message }: Error) => message);
      report(`${one.name}, mfe ${command}`, one.warned!.test(said) ? [] : [said]);
    }
  }
  for (const one of cases.filter(({ refused }) => refused !== undefined)) {
    const said = (await refusalOf(repository.writeApp('refused', [one]))) ?? 'it was accepted';
    report(one.name, one.refused!.test(said) ? [] : [said]);
  }
} finally {
  await browser.close();
  await gateway.stop();
  if (values.folder === undefined) rmSync(folder, { recursive: true, force: true });
}
console.log(`${cases.length - failed.length} of ${cases.length} cases passed`);
if (failed.length > 0) process.exitCode = 1;

/** @returns groups of cases whose files fit into one release */
function groupsOf(its: readonly Case[]): Case[][] {
  return [...Map.groupBy(its.entries(), ([index]) => Math.floor(index / MOST_PAGES)).values()].map((group) =>
    group.map(([, one]) => one),
  );
}

/** @returns whether its page makes styles while it renders, and needs nothing else of its policy */
function isRuntime({ route }: Case): boolean {
  return route?.styles === 'runtime' && route.csp === undefined;
}

/** @returns what the operator allows: all sources that the cases declare */
function allowedSources(declared: readonly Case[]): string[] {
  const sources = declared.flatMap(({ route, config }) =>
    [route?.csp, config?.csp].flatMap((csp) => Object.entries(csp ?? {})),
  );
  return sources.flatMap(([directive, origins]) => origins.map((origin) => `* ${directive} ${origin}`));
}

/** The gateway answers before its shell is live. @param build address of the live composition */
async function untilLive(build: string): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES && !(await fetch(build)).ok; tries++) await setTimeout(TRY_MS);
}
