/**
 * `npm run test:containers [-- --cold]`: tests the images with Docker. Skipped without a Docker engine.
 *
 *   --cold   builds without the cache, like a first build
 *   --built  uses the images of the last build, and does not remove them
 *   --keep   does not remove the containers at the end
 *   --only   runs the steps whose names match: --only 'crash|deploys'
 */
import { parseArgs } from 'node:util';
import { ORIGINS, compose, docker, missing } from './docker.ts';
import { Report } from './report.ts';
import { backUpAndRestore } from './steps/backup.ts';
import { gracefulStop, killGateway, killOrigin, rogueOrigins, startWithoutApps } from './steps/faults.ts';
import { replaceBehindFront } from './steps/front.ts';
import { build, contents, digests, haveBase, imageOf, packages, sizes } from './steps/images.ts';
import { scrape } from './steps/metrics.ts';
import { hardening, networks, pages, renderProcess, up } from './steps/platform.ts';
import { shipOneApp } from './steps/shipping.ts';
import {
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
      (await report.step('the base image is present', haveBase, true)) &&
      (values.built || (await report.step('images are built', () => build(values.cold), true))) &&
      (await report.step('every container becomes healthy', up, true));
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
  await report.step('the image of the gateway contains the packages of kit and gateway', packages);
  await report.step('the releases in the images have the digests of builds outside of containers', digests);
  await report.step('the gateway serves ten pages', pages);
  await report.step('containers are hardened', hardening);
  await report.step('apps reach only the gateway', networks);
  await report.step('render processes are confined', renderProcess);
  for (const service of ORIGINS)
    await report.step(`the site survives a crash of ${service}`, () => killOrigin(service));
  await report.step('the gateway restarts after a crash', killGateway);
  await report.step('the gateway finishes open requests when it stops', gracefulStop);
  await report.step('the gateway is replaced behind the front', replaceBehindFront);
  await report.step('a team deploys its app without others', shipOneApp);
  await report.step('the gateway restarts without any app', startWithoutApps);
  await report.step('the site survives an app that hangs or sends garbage', rogueOrigins);
  await report.step('Prometheus scrapes the gateway', scrape);
  await report.step('a backup can be restored', backUpAndRestore);
}

async function inSwarm(report: Report): Promise<void> {
  if (!(await report.step('the stack starts in a swarm with PostgreSQL', startStack))) return;
  await report.step('an operator can manage the stack', operate);
  await report.step('the gateway scales from one replica to three', scaleToThree);
  await report.step('a rolling update loses no request', rollingUpdate);
  await report.step('the site survives the crash of a replica', killReplica);
  await report.step('a replica starts from PostgreSQL', startFromDatabase);
}

async function cleanUp(): Promise<void> {
  await removeStack();
  await compose(['--profile', 'front', 'down', '--volumes', '--remove-orphans']);
  if (!values.built) await docker(['image', 'rm', '--force', ...['gateway', ...ORIGINS].map(imageOf)]);
}
