import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { PersonalName, PersonalPath } from '../../contract/page/site-types.ts';
import { personalAddress } from './personal-address.ts';
import { answeredBy, type Personal, watchSession } from './use-personal.ts';

type State = Personal<never>['state'];

/** The events of one address, for all components that receive them. */
interface Channel {
  name: PersonalName;
  path: PersonalPath;
  state: State;
  receivers: Set<(data: unknown) => void>;
  /** Ends the stream, or the wait for the next attempt. */
  close(): void;
}

/** A stream that the gateway refuses, because there are too many, is opened again after this time, in ms. */
const AGAIN_MS = 30_000;
/** Address → channel of mounted components. */
const channels = new Map<string, Channel>();
const listeners = new Set<() => void>();
let isWatching = false;

/**
 * Receives the server-sent events of a path that this app declares with `answer: 'events'`, from hydration until the
 * component leaves the page. Components with the same address share one stream. The browser opens a stream that ended
 * again.
 * @param receive called with the JSON of each event; events between two streams are lost unless the backend sends `id`.
 * @returns `state`: `loading` until the stream is open, then `known`; `anonymous` for visitors unknown to the backend;
 *   `failed` until the next attempt.
 */
export function usePersonalEvents<Data = unknown>(
  name: PersonalName,
  path: PersonalPath,
  receive: (data: Data) => void,
): { state: State } {
  const latest = useRef(receive);
  useEffect(() => void (latest.current = receive));
  useEffect(() => join(name, path, (data) => latest.current(data as Data)), [name, path]);
  const read = (): State => channels.get(personalAddress(name, path))?.state ?? 'anonymous';
  return { state: useSyncExternalStore(subscribe, read, () => 'anonymous' as const) };
}

/** @returns ends the use of the channel by one component. */
function join(name: PersonalName, path: PersonalPath, receive: (data: unknown) => void): () => void {
  const address = personalAddress(name, path);
  const found = channels.get(address);
  const channel: Channel = found ?? { name, path, state: 'loading', receivers: new Set(), close() {} };
  channel.receivers.add(receive);
  if (!found) {
    channels.set(address, channel);
    open(address, channel);
  }
  watch();
  return () => {
    channel.receivers.delete(receive);
    if (channel.receivers.size > 0) return;
    channel.close();
    channels.delete(address);
  };
}

function open(address: string, channel: Channel): void {
  set(channel, 'loading');
  const receive = (data: unknown): void => {
    set(channel, 'known');
    for (const each of channel.receivers) each(data);
  };
  const answer = answeredBy();
  if (answer) {
    // In a test the answer is the only event.
    let isClosed = false;
    channel.close = () => void (isClosed = true);
    answer(channel.name, channel.path).then(
      (data) => isClosed || receive(data),
      () => isClosed || set(channel, 'anonymous'),
    );
    return;
  }
  const source = new EventSource(address);
  channel.close = () => source.close();
  // The first event of the gateway.
  source.addEventListener('known', () => set(channel, 'known'));
  source.addEventListener('message', ({ data }: MessageEvent<string>) => receive(JSON.parse(data)));
  source.addEventListener('anonymous', () => {
    source.close();
    set(channel, 'anonymous');
  });
  source.addEventListener('error', () => {
    // The browser tries again, except after a refusal.
    if (source.readyState !== EventSource.CLOSED) return set(channel, 'loading');
    const timer = setTimeout(() => open(address, channel), AGAIN_MS);
    channel.close = () => clearTimeout(timer);
    set(channel, 'failed');
  });
}

/** Follows the session that `usePersonal` sees. */
function watch(): void {
  if (isWatching) return;
  isWatching = true;
  watchSession((name, isKnown) => {
    for (const [address, channel] of channels) {
      if (channel.name !== name || isKnown !== (channel.state === 'anonymous')) continue;
      channel.close();
      if (isKnown) open(address, channel);
      else set(channel, 'anonymous');
    }
  });
}

function set(channel: Channel, state: State): void {
  if (channel.state === state) return;
  channel.state = state;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
