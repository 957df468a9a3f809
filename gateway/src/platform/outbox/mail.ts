import { DeliveryError } from './outbox-store.ts';

/** One message, before it is encoded. Plain text: typed text is never markup. */
export interface Mail {
  to: string;
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  headers?: Record<string, string>;
  attachments?: { filename: string; content: Buffer; contentType?: string }[];
}

/** Sends mail through the server of the operator. */
export interface MailTransport {
  /**
   * Resolves when the server has taken the message.
   * @param id stays the same over all attempts, so that a mail client shows a repeated delivery once (RFC 5322, 3.6.4).
   * @throws DeliveryError
   */
  send(id: string, mail: Mail): Promise<void>;
  /** Closes the connections. */
  close(): Promise<void>;
}

/**
 * @param url `smtp://user:password@host:587` or `smtps://…`.
 * @param from sender of every message.
 * @param host of the site, for the ids of messages.
 */
export function createMailTransport(url: string, from: string, host: string): MailTransport {
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      // Time limits: a server that hangs must not hold the sender beyond its lease.
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      // Nodemailer never reads files or addresses for the content, whatever a visitor typed.
      disableFileAccess: true,
      disableUrlAccess: true,
      pool: true,
      maxConnections: 2,
    } as Parameters<typeof createTransport>[0]);
  };
  // Imported for the first message, so that the start of the gateway does not wait for the package.
  let opened: ReturnType<typeof open> | undefined;
  return {
    async send(id: string, mail: Mail): Promise<void> {
      const { replyTo, subject } = mail;
      try {
        const transport = await (opened ??= open());
        await transport.sendMail({
          ...mail,
          from,
          messageId: `<${id}@${host}>`,
          subject: oneLine(subject),
          ...(replyTo && { replyTo: { ...replyTo, name: oneLine(replyTo.name) } }),
        });
      } catch (error) {
        throw toDeliveryError(error);
      }
    },
    close: async () => (await opened)?.close(),
  };
}

/** Only the code is kept: the text of an SMTP reply often repeats the address. */
function toDeliveryError(error: unknown): DeliveryError {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  if (responseCode === undefined) return new DeliveryError(code ?? 'SMTP', 'unreachable');
  return new DeliveryError(`SMTP ${responseCode}`, responseCode >= 500 ? 'permanent' : 'refused');
}

/** A line break that a visitor typed would add a header. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, 200);
}
