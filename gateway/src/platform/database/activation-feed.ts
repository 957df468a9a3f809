import type pg from 'pg';
import { createPostgresSession } from './postgres-dialect.ts';

/** Name of the notification of an activation; its payload is the composition's id. */
export const ACTIVATION_CHANNEL = 'voltframe_live';

/** Tells what the other gateways on a database activate. */
export interface ActivationFeed {
  close(): Promise<void>;
}

export interface ActivationFeedOptions {
  databaseUrl: string;
  /** Called at a notification, and whenever the connection stands (again): some may have been missed. */
  onActivation(): void;
  onError(error: unknown): void;
  /** Pause before it connects again, in milliseconds. */
  reconnectMs: number;
}

/** LISTEN on a connection of its own, which is made anew when it breaks. */
export function listenForActivations(options: ActivationFeedOptions): ActivationFeed {
  const { databaseUrl, onActivation, onError, reconnectMs } = options;
  let session: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const reconnect = (broken: pg.Client, error?: unknown) => {
    if (closed || session !== broken) return;
    session = undefined;
    if (error !== undefined) onError(error);
    void broken.end().catch(() => {});
    timer = setTimeout(() => void connect(), reconnectMs).unref();
  };
  const connect = async (): Promise<void> => {
    const own = createPostgresSession(databaseUrl, 'activations');
    session = own;
    own.on('error', (error) => reconnect(own, error));
    own.on('end', () => reconnect(own));
    own.on('notification', () => onActivation());
    try {
      await own.connect();
      await own.query(`listen ${ACTIVATION_CHANNEL}`);
      onActivation();
    } catch (error) {
      reconnect(own, error);
    }
  };
  void connect();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await session?.end().catch(() => {});
    },
  };
}
