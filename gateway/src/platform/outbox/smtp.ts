import { createTransport } from 'nodemailer';
import { DeliveryError } from './delivery-error.ts';
import type { Mail } from '../../enquiries/delivery/mail.ts';

export interface MailTransport {
  /** Resolves when the server has taken the message. @throws DeliveryError */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/**
 * @param url `smtp://user:password@host:587` or `smtps://…`.
 * @param from sender of every message.
 */
export function createMailTransport(url: string, from: string): MailTransport {
  const transport = createTransport({
    url,
    // Time limits: a server that hangs must not hold the sender beyond its lease.
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // Content never names files or addresses to fetch; nothing typed by a visitor may make it so.
    disableFileAccess: true,
    disableUrlAccess: true,
    pool: true,
    maxConnections: 2,
  } as Parameters<typeof createTransport>[0]);
  return {
    async send(mail) {
      try {
        await transport.sendMail({ from, ...mail });
      } catch (error) {
        throw toDeliveryError(error);
      }
    },
    close: () => transport.close(),
  };
}

/** Only the code is kept: an SMTP answer's text often repeats the address. */
function toDeliveryError(error: unknown): DeliveryError {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  if (responseCode === undefined) return new DeliveryError(code ?? 'SMTP', 'unreachable');
  return new DeliveryError(`SMTP ${responseCode}`, responseCode >= 500 ? 'permanent' : 'refused');
}
