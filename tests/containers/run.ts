/**
 * Proves the containers for real: `npm run test:containers [-- --cold]`. Skips where there is no Docker engine.
 *
 *   --cold   builds without the cache, for the time of a first build
 *   --built  takes the images as they were built last, and leaves them
 *   --keep   leaves what runs, to look at it
 *   --only   runs the steps whose names match: --only 'dies|ships'
 */
import { parseArgs } from 'node:util';
import { ORIGINS, compose, docker, missing } from './docker.ts';
import { Report } from './report.ts';
import { backUpAndRestore } from './steps/backup.ts';
import { gracefulStop, killGateway, killOrigin, rogueOrigins, startWithoutApps } from './steps/faults.ts';
import { replaceBehindFront } from './steps/front.ts';
import { build, contents, haveBase, imageOf, packages, sizes } from './steps/images.ts';
import { scrape } from './steps/metrics.ts';
import { hardening, networks, pages, renderProcess, up } from './steps/platform.ts';
import { shipOneApp } from './steps/shipping.ts';
import {
  erase,
  killReplica,
  operate,
  removeStack,
  rollingUpdate,
  scaleToThree,
  startFromDatabase,
  startStack,
} from './steps/swarm.ts';

const { values } = parseArgs({
  options: {
    cold: { type: 'boolean', default: false },
    built: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});

const reason = missing();
if (reason) console.log(`test:containers skipped: ${reason}\n0 passed, 0 failed, 1 skipped`);
else process.exitCode = await main();

async function main(): Promise<number> {
  const report = new Report(values.only);
  try {
    const ready =
      (await report.step('base image', haveBase, true)) &&
      (values.built || (await report.step('images are built', () => build(values.cold), true))) &&
      (await report.step('everything gets healthy', up, true));
    if (ready) {
      await inOneMachine(report);
      await compose(['down', '--volumes']);
      await inSwarm(report);
    }
  } finally {
    if (!values.keep) await report.step('everything is removed', cleanUp, true);
  }
  console.log(report.summary());
  return report.failed ? 1 : 0;
}

async function inOneMachine(report: Report): Promise<void> {
  await report.step('images are small', sizes);
  await report.step('images hold no secret and no tools', contents);
  await report.step("the gateway's image hands out kit and gateway", packages);
  await report.step('ten pages', pages);
  await report.step('containers are closed', hardening);
  await report.step('apps reach only the gateway', networks);
  await report.step('release code is confined', renderProcess);
  for (const service of ORIGINS) await report.step(`${service} dies`, () => killOrigin(service));
  await report.step('the gateway dies', killGateway);
  await report.step('the gateway stops gracefully', gracefulStop);
  await report.step('the gateway is replaced behind the front', replaceBehindFront);
  await report.step('a team ships alone', shipOneApp);
  await report.step('all apps stop, the gateway restarts', startWithoutApps);
  await report.step('an app hangs, or answers rubbish', rogueOrigins);
  await report.step('Prometheus scrapes', scrape);
  await report.step('backup and restore', backUpAndRestore);
}

async function inSwarm(report: Report): Promise<void> {
  if (!(await report.step('a swarm with PostgreSQL', startStack))) return;
  await report.step('an operator reaches the stack', operate);
  await report.step('an entry is erased in the stack', erase);
  await report.step('one gateway becomes three', scaleToThree);
  await report.step('rolling update', rollingUpdate);
  await report.step('a replica dies', killReplica);
  await report.step('a replica starts from PostgreSQL', startFromDatabase);
}

async function cleanUp(): Promise<void> {
  await removeStack();
  await compose(['--profile', 'front', 'down', '--volumes', '--remove-orphans']);
  if (!values.built) await docker(['image', 'rm', '--force', ...['gateway', ...ORIGINS].map(imageOf)]);
}
