import type { Change } from '@voltframe/kit/contract/operations/operations';
import type { Replay, ReplayOutcome } from '@voltframe/kit/contract/operations/replay';
import type { Verdict as AdmissionVerdict } from '@voltframe/kit/contract/operations/verdict';
import { errorId } from '@voltframe/kit/contract/reports/error-id';
import type { FragmentRequest } from '@voltframe/kit/contract/release/server-module';
import { LRUCache } from 'lru-cache';
import { gatewayErrors } from '../../platform/errors.ts';
import type { ServedComposition } from '../../serving/compositions/served-composition.ts';
import type { CallRecord, ProcessEnd } from '../../serving/render/call-record.ts';
import type { RenderPool } from '../../serving/render/render-pool.ts';
import type { Changes } from '../activation/changes.ts';
import { createCoalescingRunner, createMutex } from '../../platform/runtime/one-at-a-time.ts';
import { createTimeWindow, type TimeWindow } from '../../platform/runtime/time-window.ts';
import { callKey, createEvidence } from './evidence.ts';

/** The reports of the witness for operators and teams. */
export type Finding =
  | { type: 'replayed'; replay: Replay; isListed: boolean; result: Change | AdmissionVerdict | undefined }
  /** Its process ends repeatedly, and no replay fails. */
  | { type: 'unexplained'; app: string; release: string; reason: string };

/** A live release that is blamed. It is tried, and the release before it is tried in the same way. */
interface Case {
  key: string;
  owner: CallRecord['owner'];
  request: string;
  isListed(): Promise<boolean>;
  /** @returns the outcome with the release of the app in a composition. */
  attempt(served: ServedComposition, signal: AbortSignal): Promise<ReplayOutcome>;
  /** The call that is replayed; undefined: there are several, or it is in the browser. */
  record?: CallRecord;
  /** Called when the blamed release no longer fails. */
  onGone(replay: Replay): void | Promise<void>;
  /** Number of interruptions. */
  putOff: number;
}

type Accusation = Omit<Case, 'putOff'>;

export interface WitnessOptions {
  processes: Pick<RenderPool, 'replay'>;
  live(): ServedComposition | undefined;
  withEarlier: Changes['withEarlier'];
  /** Absent: no automatic rollback. */
  fallBack?: Changes['fallBack'];
  /** Hydrates pages of an app. @returns the defects of the pages. */
  hydrate(served: ServedComposition, app: string): Promise<string[]>;
  /** Repairs damaged client files in the store. @returns the damaged files, which are no defect of a release. */
  mendFiles(served: ServedComposition, apps: readonly string[]): Promise<string[]>;
  onFinding(finding: Finding): void;
  onError(error: unknown): void;
  /** Milliseconds since the epoch. */
  now: () => number;
}

export type Witness = ReturnType<typeof createWitness>;

/** Failed calls for the same request after which it is replayed. */
const FAILURES = 3;
/** The same call is replayed once within this time, in milliseconds. */
const AGAIN_MS = 10 * 60_000;
/** Waiting cases of one app, and of all. */
const MOST_OF_APP = 10;
const MOST_CASES = 50;
/** Most interruptions of a case. */
const MOST_PUT_OFF = 3;
const ENDS = 5;
const ENDS_WINDOW_MS = 10 * 60_000;
/** An invented request that fails with every release is answered without a process for this time, in milliseconds. */
const REFUSED_MS = 5 * 60_000;
const MOST_REMEMBERED = 2_000;
const LONGEST_REQUEST = 300;

/**
 * Determines the cause of failures of live releases, and rolls a release back only when the release is the cause.
 * Anyone can cause a failure, so decisions follow from replays only (docs/decisions/027).
 */
export function createWitness(options: WitnessOptions) {
  const { processes, live, withEarlier, fallBack, hydrate, mendFiles, onFinding, onError, now } = options;
  const evidence = createEvidence(now);
  const tried = new LRUCache<string, number>({ max: MOST_REMEMBERED });
  const ends = new LRUCache<string, TimeWindow>({
    max: MOST_CASES,
    memoMethod: () => createTimeWindow(ENDS_WINDOW_MS, now),
  });
  /** Strangers may invent addresses, so listed addresses go first, and have their own room. */
  const queues = { listed: [] as Case[], invented: [] as Case[] };
  const replaysOfTeams = createMutex();
  let current: { one: Case; abort: AbortController } | undefined;
  let closed = false;

  const isLive = ({ app, digest }: CallRecord['owner']): boolean => live()?.composition.apps[app] === digest;

  const accuse = async (accused: Accusation): Promise<void> => {
    if (closed || !isLive(accused.owner) || now() - (tried.get(accused.key) ?? -Infinity) < AGAIN_MS) return;
    tried.set(accused.key, now());
    const queue = queues[(await accused.isListed()) ? 'listed' : 'invented'];
    const ofApp = queue.filter(({ owner }) => owner.app === accused.owner.app).length;
    if (ofApp >= MOST_OF_APP || queue.length >= MOST_CASES) return;
    queue.push({ ...accused, putOff: 0 });
    void cases.run();
  };
  const cases = createCoalescingRunner(async () => {
    for (let one = nextCase(); one; one = nextCase())
      await decide(one).catch((error: unknown) => onError(error));
  });
  const nextCase = (): Case | undefined =>
    closed ? undefined : (queues.listed.shift() ?? queues.invented.shift());
  const accuseSoon = (accused: Accusation): void => void accuse(accused).catch(onError);

  const ofCalls = (records: CallRecord[]): Case['attempt'] => {
    const { app } = records[0]!.owner;
    return ({ composition, releases }, signal) =>
      processes.replay({ app, releases }, composition, records, signal);
  };
  const ofCall = (record: CallRecord): Accusation => ({
    key: callKey(record),
    owner: record.owner,
    request: describeRequest(record),
    isListed: () => record.isListed().catch(() => false),
    attempt: ofCalls([record]),
    record,
    onGone: () => trySequence(record.owner),
  });

  const replay = async (accused: Accusation, signal: AbortSignal): Promise<Replay> => {
    const { owner, request, attempt } = accused;
    const served = live();
    const base = { app: owner.app, release: owner.digest, request };
    const ofAccused: ReplayOutcome =
      served && isLive(owner)
        ? await attempt(served, signal)
        : { type: 'untried', reason: 'its release is not live any more' };
    if (ofAccused.type !== 'failed') {
      const blame = ofAccused.type === 'answered' ? 'gone' : 'untried';
      return { ...base, blame, before: undefined, accused: ofAccused, earlier: undefined };
    }
    const compared = await withEarlier(owner.app, owner.digest, async (earlier) => ({
      before: earlier.composition.apps[owner.app],
      outcome: await attempt(earlier, signal),
    }));
    const earlier = compared?.outcome;
    const blame = !earlier
      ? 'untried'
      : ({ answered: 'release', failed: 'input', untried: 'untried' } as const)[earlier.type];
    return { ...base, blame, before: compared?.before, accused: ofAccused, earlier };
  };

  const decide = async (one: Case): Promise<void> => {
    const abort = new AbortController();
    current = { one, abort };
    const result = await replay(one, abort.signal);
    current = undefined;
    if (abort.signal.aborted && !closed) return void queues.listed.push({ ...one, putOff: one.putOff + 1 });
    const { blame, app, release } = result;
    if (blame === 'gone') return one.onGone(result);
    const isListed = await one.isListed();
    // A listed page has its last good copy, and works again after its data change.
    if (blame === 'input' && one.record && !isListed) refuse(one.record, result);
    const goesBack = blame === 'release' && isListed && fallBack;
    const change = goesBack ? await fallBack(app, release, reasonOf(result)) : undefined;
    onFinding({ type: 'replayed', replay: result, isListed, result: change });
  };

  /** A process that ends repeatedly without a failing call may fail because of several calls together. */
  const trySequence = async (owner: CallRecord['owner']): Promise<void> => {
    if ((ends.get(ownerKey(owner))?.count() ?? 0) < ENDS) return;
    const records = await evidence.lastCalls(owner);
    if (records.length === 0) return;
    const request = `the last calls for listed pages in their order, ${records.length} in all`;
    await accuse({
      key: `calls of ${ownerKey(owner)}`,
      owner,
      request,
      isListed: async () => true,
      attempt: ofCalls(records),
      onGone: ({ app, release }) => onFinding({ type: 'unexplained', app, release, reason: request }),
    });
  };

  const refuse = ({ type, request, owner: { app } }: CallRecord, { accused }: Replay): void => {
    const reason = accused.type === 'answered' ? '' : accused.reason;
    const error = gatewayErrors.RENDER_ENDED({ reason });
    const renderer = live()?.renderer;
    if (type === 'fragment') {
      const { routeId, path, search } = request as FragmentRequest;
      renderer?.refuse({ kind: 'fragment', app, routeId, path, search }, error, REFUSED_MS);
    } else if (type === 'island') {
      const { name, props } = request as { name: string; props: Record<string, unknown> };
      renderer?.refuse({ kind: 'island', app, name, props }, error, REFUSED_MS);
    }
  };

  return {
    /** It observes the calls of the render processes: see CallObserver. */
    answered: evidence.add,
    failed(record: CallRecord, reason: string, id = errorId(reason, '')): void {
      evidence.add(record);
      evidence.keep(id, record);
      if (isLive(record.owner) && evidence.countFailure(record) >= FAILURES) accuseSoon(ofCall(record));
    },
    ended({ owner, by, reason }: ProcessEnd, suspects: CallRecord[]): void {
      if (by === 'machine') return;
      ends.memo(ownerKey(owner)).add();
      // By the ids of the error of the page, and of the process.
      const ids = [gatewayErrors.RENDER_ENDED({ reason }).why, reason].map((text) => errorId(text, ''));
      for (const suspect of suspects) {
        evidence.add(suspect);
        for (const id of ids) evidence.keep(id, suspect);
      }
      for (const suspect of suspects) accuseSoon(ofCall(suspect));
    },
    /**
     * Called when browsers report that an app fails.
     * @param owner the live release that is blamed. @param reported the app whose pages fail.
     */
    reported(owner: CallRecord['owner'], reported: string, reason: string): void {
      const tell = (replayed: Replay): void =>
        onFinding({ type: 'replayed', replay: replayed, isListed: true, result: undefined });
      accuseSoon({
        key: `browsers ${ownerKey(owner)}`,
        owner,
        request: reason,
        isListed: async () => true,
        async attempt(served) {
          const damaged = served === live() ? await mendFiles(served, [owner.app, reported]) : [];
          if (damaged.length > 0) return { type: 'untried', reason: `damaged files: ${damaged.join(', ')}` };
          const [defect] = await hydrate(served, reported);
          return defect === undefined ? { type: 'answered' } : { type: 'failed', reason: defect };
        },
        onGone: tell,
      });
    },
    /**
     * Replays the call behind an error immediately, one at a time.
     * @param app the only app whose calls may be read; undefined: any. @throws GW_REPLAY_GONE when the call is not
     *   stored any more.
     */
    replay: (id: string, app: string | undefined): Promise<Replay> =>
      replaysOfTeams(() => {
        const record = evidence.find(id, app);
        if (!record) throw gatewayErrors.REPLAY_GONE({ id });
        return replay(ofCall(record), new AbortController().signal);
      }),
    /** Interrupts the current replay for more important work. */
    giveWay(): void {
      if (current && current.one.putOff < MOST_PUT_OFF) current.abort.abort();
    },
    /** Resolves when no case is left. */
    idle: cases.run,
    async close(): Promise<void> {
      closed = true;
      current?.abort.abort();
      await cases.close();
    },
  };
}

function ownerKey({ app, digest }: CallRecord['owner']): string {
  return `${app}@${digest}`;
}

/** @returns the request as readable text of limited length. */
function describeRequest({ type, request }: CallRecord): string {
  const { path, search = '', name, props, url } = request as Partial<Record<string, unknown>>;
  const text =
    typeof path === 'string'
      ? `${path}${String(search)}`
      : typeof name === 'string'
        ? `island ${name} ${JSON.stringify(props)}`
        : typeof url === 'string'
          ? `guards of ${url.split('?', 1)[0]}`
          : type;
  return text.slice(0, LONGEST_REQUEST);
}

function reasonOf({ request, accused, before }: Replay): string {
  const reason = accused.type === 'failed' ? accused.reason : '';
  const earlier = before === undefined ? 'the release before' : before.slice(0, 12);
  return `${request}: ${reason}; ${earlier} answers the same request`;
}
