import { WebSocket } from 'ws';

export type Parameters = Record<string, unknown>;

/** A connection to a Chromium, by the DevTools protocol. What comes over it may be of a stranger's page: it is bounded. */
export interface DevTools {
  /** @param session of a page; without it the browser's own. @throws when the browser refuses it, or is gone. */
  call(method: string, parameters?: Parameters, session?: string): Promise<Parameters>;
  /** Told of what a page's session says, until the connection ends. @returns ends that. */
  listen(session: string, listener: (method: string, parameters: Parameters) => void): () => void;
  /** @param listener told once why it ended. @returns calls it off. */
  onEnd(listener: (reason: string) => void): () => void;
  end(): void;
}

/** Nothing that is needed of a page is larger: a request, some notes. */
const MOST_MESSAGE_BYTES = 1024 * 1024;
const CONNECT_MS = 5_000;
/** It answers a call at once, but on a machine that has other work too. */
const CALL_MS = 30_000;

/** Calls back once, after a time in milliseconds. @returns calls it off. */
type After = (ms: number, callback: () => void) => () => void;

interface Message {
  id?: number;
  method?: string;
  params?: Parameters;
  result?: Parameters;
  error?: { message?: string };
  sessionId?: string;
}

/** @param endpoint `http://127.0.0.1:9222`. @param after limits each call. @throws when there is no Chromium that takes the connection. */
export async function openDevTools(endpoint: string, after: After): Promise<DevTools> {
  const version = await fetch(new URL('/json/version', endpoint), {
    signal: AbortSignal.timeout(CONNECT_MS),
  });
  const { webSocketDebuggerUrl } = (await version.json()) as { webSocketDebuggerUrl: string };
  // It names itself as it is called from where it runs.
  const address = new URL(new URL(webSocketDebuggerUrl).pathname, endpoint.replace(/^http/, 'ws'));
  const socket = new WebSocket(address, {
    maxPayload: MOST_MESSAGE_BYTES,
    perMessageDeflate: false,
    handshakeTimeout: CONNECT_MS,
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return speak(socket, after);
}

function speak(socket: WebSocket, after: After): DevTools {
  const waiting = new Map<number, PromiseWithResolvers<Parameters>>();
  const listeners = new Map<string, (method: string, parameters: Parameters) => void>();
  const ended = new Set<(reason: string) => void>();
  let nextId = 1;
  let over: string | undefined;
  const end = (reason: string): void => {
    if (over !== undefined) return;
    over = reason;
    socket.terminate();
    for (const { reject } of waiting.values()) reject(new Error(reason));
    for (const listener of ended) listener(reason);
  };
  const take = ({ id, method, params, result, error, sessionId }: Message): void => {
    if (method !== undefined) return listeners.get(sessionId ?? '')?.(method, params ?? {});
    const call = waiting.get(id ?? 0);
    if (error) call?.reject(new Error(error.message ?? 'the browser refuses it'));
    else call?.resolve(result ?? {});
  };
  socket.on('message', (data) => {
    const message = parseMessage((data as Buffer).toString());
    if (message) take(message);
    else end('the browser says what is no message');
  });
  socket.on('error', (error) => end(error.message));
  socket.on('close', () => end('the connection to the browser ended'));
  return {
    async call(method, parameters = {}, session) {
      if (over !== undefined) throw new Error(over);
      const id = nextId++;
      const call = Promise.withResolvers<Parameters>();
      waiting.set(id, call);
      const callOff = after(CALL_MS, () => end(`it does not answer ${method} within ${CALL_MS} ms`));
      socket.send(JSON.stringify({ id, method, params: parameters, ...(session && { sessionId: session }) }));
      try {
        return await call.promise;
      } finally {
        callOff();
        waiting.delete(id);
      }
    },
    listen(session, listener) {
      listeners.set(session, listener);
      return () => void listeners.delete(session);
    },
    onEnd(listener) {
      ended.add(listener);
      return () => void ended.delete(listener);
    },
    end: () => end('it is not needed any more'),
  };
}

/** @returns undefined for what is no object of JSON. */
function parseMessage(text: string): Message | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}
