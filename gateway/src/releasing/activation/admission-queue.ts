import type { Ahead } from '@voltframe/kit/contract/operations/operations';
import { HOUR_MS, MINUTE_MS } from '@voltframe/kit/contract/units';
import { LRUCache } from 'lru-cache';
import { releasingErrors } from '../releasing-errors.ts';
import { mostEntries } from '../../platform/runtime/most-entries.ts';

/** Asks for an admission. */
export interface AdmissionRequest {
  kind: Ahead['kind'];
  apps: readonly string[];
  /** Of the requests that wait and have one of these in common, only the newest stays. Default: none is replaced. */
  slots?: readonly string[];
  /** Called when the request has to wait, and repeatedly while it waits, with the running admission. */
  onWaiting?: ((ahead: Ahead) => void) | undefined;
}

export interface AdmissionQueueOptions {
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Calls back after a time in milliseconds. @returns cancels the callback. */
  after(ms: number, callback: () => void): () => void;
}

/** One run of an admission, from its turn on. */
export interface Turn {
  /** Aborted when it gives way. */
  signal: AbortSignal;
  /** Notes that a part passed its check. An admission without new ones hangs. */
  passed(part: string): void;
}

interface Entry extends AdmissionRequest {
  /** The apps as one name: they take turns, and have a share, as one. */
  owner: string;
  work(turn: Turn): Promise<unknown>;
  settled: PromiseWithResolvers<unknown>;
  /** How often it has not finished in its share. */
  gaveWay: number;
  /** The parts that passed in all its turns. */
  passed: Set<string>;
  /** When the last part passed that had not passed before; ms since the epoch. */
  passedAt: number;
  /** Whether its last turn was interrupted in a check that hung. */
  hung: boolean;
}

/**
 * The first share of a publish, in milliseconds: after it, it is interrupted for a publish of another app. When several
 * of them wait, they divide this time.
 */
export const GIVES_WAY_MS = 5_000;
/**
 * Factor of each further share, because an interrupted admission repeats some of its checks. Until the second share
 * ends, it gives way only to one that has not had its first share or, when it hangs, to one that does not.
 */
const LONGER = 5;
/** The time of admissions that an app uses within an hour before it goes behind the others, in milliseconds. */
export const HOUR_SHARE_MS = 5 * MINUTE_MS;
const TELL_MS = 5_000;
const MOST_OWNERS = 1_000;

/**
 * Runs an admission at its turn.
 * @param work is called again later when it rejects after its signal was aborted, because the admission was
 * interrupted.
 * @throws GW_ADMISSION_REPLACED when a newer request took its slot while it waited.
 */
export type RunAdmission = <Result>(
  request: AdmissionRequest,
  work: (turn: Turn) => Promise<Result>,
) => Promise<Result>;

/**
 * Runs one admission at a time. Apps take turns, and publishes go before checks and previews.
 * @returns runs an admission at its turn.
 */
export function createAdmissionQueue({ now, after }: AdmissionQueueOptions): RunAdmission {
  let waiting: Entry[] = [];
  let running: { entry: Entry; since: number; interrupt: AbortController } | undefined;
  /** Number of the last turn of an owner. */
  const turns = new LRUCache<string, number>(mostEntries(MOST_OWNERS));
  /** Admission time of owners, by the minute. */
  const used = new LRUCache<string, Map<number, number>>({
    ...mostEntries(MOST_OWNERS),
    memoMethod: () => new Map(),
  });
  let turn = 0;
  let callOffGivingWay = (): void => {};
  let isTelling = false;

  const usedMs = (owner: string): number => {
    const minutes = used.get(owner) ?? new Map<number, number>();
    for (const minute of minutes.keys()) if (minute <= now() - HOUR_MS) minutes.delete(minute);
    const past = [...minutes.values()].reduce((sum, ms) => sum + ms, 0);
    return running?.entry.owner === owner ? past + now() - running.since : past;
  };
  const isOverShare = ({ owner }: Entry): boolean => usedMs(owner) > HOUR_SHARE_MS;
  const addUsed = (owner: string, ms: number): void => {
    const minute = now() - (now() % MINUTE_MS);
    const minutes = used.memo(owner);
    minutes.set(minute, (minutes.get(minute) ?? 0) + ms);
  };

  const lastTurn = ({ owner }: Entry): number => turns.get(owner) ?? 0;
  /**
   * In the order of the turns, after those that have not had their share; requests of one owner in the order of their
   * arrival.
   */
  const next = (): Entry | undefined =>
    waiting.toSorted(
      (a, b) =>
        Number(isOverShare(a)) - Number(isOverShare(b)) ||
        Number(a.kind !== 'publish') - Number(b.kind !== 'publish') ||
        Number(a.gaveWay > 0) - Number(b.gaveWay > 0) ||
        Number(a.hung) - Number(b.hung) ||
        a.gaveWay - b.gaveWay ||
        lastTurn(a) - lastTurn(b),
    )[0];

  const isOfAnother = ({ kind, owner }: Entry): boolean =>
    kind === 'publish' && owner !== running?.entry.owner;

  /** @returns whether no part has passed in the second half of the running turn until now. */
  const hangs = (): boolean => {
    const { entry, since } = running!;
    return entry.passedAt < (since + now()) / 2;
  };

  /** @returns the milliseconds until the running admission is interrupted for a request; Infinity: never. */
  const givesWayIn = (request: Entry): number => {
    const { entry, since } = running!;
    const [isBehind, isOver] = [isOverShare(request), isOverShare(entry)];
    if (request.kind !== 'publish' || (isBehind && !isOver)) return Infinity;
    if (entry.kind !== 'publish') return 0;
    if (entry.owner === request.owner) return Infinity;
    const others = new Set(waiting.filter(isOfAnother).map(({ owner }) => owner));
    const isFirst = request.gaveWay === 0 || (isOver && !isBehind) || (hangs() && !request.hung);
    const share = GIVES_WAY_MS * (isFirst ? 1 / others.size : LONGER ** Math.max(1, entry.gaveWay));
    return Math.max(0, since + share - now());
  };

  const advance = (): void => {
    callOffGivingWay();
    callOffGivingWay = () => {};
    const first = running ? undefined : next();
    if (first) begin(first);
    if (!running || running.interrupt.signal.aborted) return;
    const ms = Math.min(...waiting.map(givesWayIn));
    if (ms === 0) {
      running.entry.hung = hangs();
      running.interrupt.abort(new Error('it gives way to a publish'));
    } else if (ms < Infinity) callOffGivingWay = after(ms, advance);
  };

  const begin = (entry: Entry): void => {
    const interrupt = new AbortController();
    const own = { entry, since: now(), interrupt };
    waiting = waiting.filter((other) => other !== entry);
    running = own;
    turns.set(entry.owner, ++turn);
    const end = (): void => {
      running = undefined;
      addUsed(entry.owner, now() - own.since);
    };
    const passed = (part: string): void => {
      if (!entry.passed.has(part)) entry.passedAt = now();
      entry.passed.add(part);
    };
    entry.work({ signal: interrupt.signal, passed }).then(
      (result) => {
        end();
        entry.settled.resolve(result);
        advance();
      },
      (error: unknown) => {
        end();
        if (interrupt.signal.aborted) putBack(entry);
        else entry.settled.reject(error);
        advance();
      },
    );
  };

  /** An interrupted admission begins again at its next turn, unless a newer request has its slot. */
  const putBack = (entry: Entry): void => {
    entry.gaveWay++;
    if (waiting.some((newer) => sharesSlot(newer, entry))) replace(entry);
    else waiting.unshift(entry);
    keepTelling();
  };
  const replace = ({ kind, owner, settled }: Entry): void =>
    settled.reject(releasingErrors.ADMISSION_REPLACED({ kind, apps: owner }));

  const tell = (entries: readonly Entry[]): void => {
    if (!running) return;
    const { entry, since } = running;
    const ahead = { kind: entry.kind, apps: [...entry.apps], since };
    for (const { onWaiting } of entries) onWaiting?.(ahead);
  };
  const keepTelling = (): void => {
    if (isTelling || waiting.length === 0) return;
    isTelling = true;
    after(TELL_MS, () => {
      isTelling = false;
      tell(waiting);
      advance();
      keepTelling();
    });
  };

  /**
   * @param work is called again later when it rejects after its signal was aborted, because the admission was
   * interrupted.
   * @throws GW_ADMISSION_REPLACED when a newer request took its slot while it waited.
   */
  return async <Result>(
    request: AdmissionRequest,
    work: (turn: Turn) => Promise<Result>,
  ): Promise<Result> => {
    const settled = Promise.withResolvers<unknown>();
    const owner = request.apps.toSorted().join(', ');
    const entry: Entry = {
      ...request,
      owner,
      work,
      settled,
      gaveWay: 0,
      passed: new Set(),
      passedAt: 0,
      hung: false,
    };
    for (const older of waiting.filter((other) => sharesSlot(other, entry))) replace(older);
    waiting = [...waiting.filter((other) => !sharesSlot(other, entry)), entry];
    advance();
    if (waiting.includes(entry)) tell([entry]);
    keepTelling();
    return settled.promise as Promise<Result>;
  };
}

function sharesSlot({ slots = [] }: Entry, other: Entry): boolean {
  return slots.some((slot) => other.slots?.includes(slot));
}
