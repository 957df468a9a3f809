import type { MeasurementStore } from '../../platform/database/measurement-store.ts';
import type { Release } from '@voltframe/kit/contract/release/release';
import type { StateStore } from '../../platform/database/state-store.ts';
import type { Activation } from './activation.ts';
import type { Candidates } from './candidates.ts';
import type { Waiting } from './waiting.ts';
import type { Decisions } from '../releases/newer-decision.ts';
import type { Holds } from './holds.ts';

/** What every change of the site is made with. */
export interface ChangeParts {
  state: StateStore;
  candidates: Candidates;
  activation: Activation;
  holds: Holds;
  waiting: Waiting;
  decisions: Decisions;
  /** Drops what a release rendered that is left for being bad. */
  forget(release: Release): Promise<void>;
  measurements: MeasurementStore;
}
