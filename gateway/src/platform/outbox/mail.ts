import { createTransport } from 'nodemailer';
import { DeliveryError } from './outbox-store.ts';

/** One message, before it is encoded. Plain text: what a visitor typed is never markup. */
export interface Mail {
  /** Stable over attempts, so that a mail client shows a repeated delivery once (RFC 5322, 3.6.4). */
  messageId: string;
  to: string;
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  headers?: Record<string, string>;
  attachments?: { filename: string; content: Buffer; contentType: string }[];
}

/** The site that a message is about. */
export interface MailSite {
  name: string;
  /** Without a slash at its end. */
  url: string;
}

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

/** Only the code is kept: the text of an SMTP reply often repeats the address. */
function toDeliveryError(error: unknown): DeliveryError {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  if (responseCode === undefined) return new DeliveryError(code ?? 'SMTP', 'unreachable');
  return new DeliveryError(`SMTP ${responseCode}`, responseCode >= 500 ? 'permanent' : 'refused');
}

/** @returns the text without line breaks and control characters, as a header takes it: at most 200 characters. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, 200);
}

/** @param row its id stays the same over all attempts. */
export function messageId(row: { id: string }, site: MailSite): string {
  return `<${row.id}@${new URL(site.url).hostname}>`;
}
