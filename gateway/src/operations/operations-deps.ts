import type { FastifyBaseLogger } from 'fastify';
import type { Forms } from '../open-enquiries.ts';
import type { ErrorReader } from '../observing/errors/read-errors.ts';
import type { Observing } from '../observing/open-observing.ts';
import type { Fleet } from '../platform/database/fleet.ts';
import type { Storage } from '../platform/open-platform.ts';
import type { Site } from '../serving/compositions/site.ts';
import type { Upstreams } from '../serving/upstreams/upstreams.ts';
import type { Changes } from '../releasing/activation/changes.ts';
import type { Previews } from '../releasing/activation/previews.ts';
import type { ReleaseIntake } from '../releasing/releases/release-intake.ts';
import type { StateStore } from '../releasing/state/state-store.ts';
import type { Sessions } from './page/session.ts';

/** The stores and services of the operations port. */
export interface OpsDeps
  extends Pick<Storage, 'database' | 'blobs' | 'tokens' | 'keys' | 'disk'>, Pick<Observing, 'telemetry'> {
  state: StateStore;
  site: Site;
  fleet: Pick<Fleet, 'look'>;
  /** Accepted host names of the port, besides addresses and `localhost`. */
  hosts: readonly string[];
  /** The folder of the packages for download. */
  packagesDir: string;
  /** The sessions of the operations page. */
  sessions: Sessions;
  intake: ReleaseIntake;
  changes: Changes;
  upstreams: Pick<Upstreams, 'invalidate' | 'answersOf' | 'state' | 'reload'>;
  entries: Pick<Forms['entries'], 'list'>;
  errors: ErrorReader;
  previews: Pick<Previews, 'list' | 'end'>;
  logger: FastifyBaseLogger;
  now: () => number;
}
