import type { FastifyBaseLogger } from 'fastify';
import type { Forms } from '../../open-enquiries.ts';
import type { DiskReserve } from '../../platform/runtime/disk-reserve.ts';
import type { Changes } from '../activation/changes.ts';
import type { Previews } from '../activation/previews.ts';
import type { ReleaseIntake } from '../releases/release-intake.ts';
import type { Site } from '../../serving/compositions/site.ts';
import type { ReleaseVitals } from '../../observing/telemetry/vitals/vitals.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { DatabaseWatch } from '../../platform/database/database-watch.ts';
import type { KeyStore } from '../../platform/secrets/key-store.ts';
import type { Fleet } from '../../platform/database/fleet.ts';
import type { StateStore } from '../../platform/database/state-store.ts';
import type { TokenStore } from '../../platform/secrets/token-store.ts';
import type { Upstreams } from '../../serving/upstreams/upstreams.ts';
import type { SiteEvents } from '../../observing/events/open-events.ts';
import type { ErrorGroups } from '../../observing/errors/error-groups.ts';
import type { Telemetry } from '../../observing/telemetry/telemetry.ts';
import type { Witness } from '../witness/witness.ts';
import type { Sessions } from './page/session.ts';

/** The stores and services of the operations port. */
export interface OpsDeps {
  site: Site;
  state: StateStore;
  fleet: Pick<Fleet, 'look'>;
  database: Pick<DatabaseWatch, 'away' | 'within'>;
  blobs: BlobStore;
  tokens: TokenStore;
  keys: KeyStore;
  /** Accepted host names of the port, besides addresses and `localhost`. */
  hosts: readonly string[];
  /** The folder of the packages for download. */
  packagesDir: string;
  disk: Pick<DiskReserve, 'free' | 'reserveBytes'>;
  /** The sessions of the operations page. */
  sessions: Sessions;
  intake: ReleaseIntake;
  changes: Changes;
  upstreams: Pick<Upstreams, 'invalidate' | 'answersOf' | 'state' | 'reload'>;
  alerts: Pick<SiteEvents, 'open' | 'undelivered' | 'subscriptions'>;
  /** Undefined: the site takes no forms. */
  entries: Pick<Forms['entries'], 'list'> | undefined;
  errors: Pick<ErrorGroups, 'list' | 'find' | 'rates'>;
  witness: Pick<Witness, 'replay'>;
  previews: Pick<Previews, 'list' | 'end'>;
  figures: Pick<ReleaseVitals, 'of' | 'series'>;
  telemetry: Pick<Telemetry, 'expose' | 'count'>;
  logger: FastifyBaseLogger;
  now: () => number;
}
