import { createServer, type Server, type Socket } from 'node:net';

interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body as they came over the line. */
  raw: string;
}

export type FakeSmtpServer = Awaited<ReturnType<typeof startSmtpServer>>;

/**
 * The answer of the server to a step of a message (`MAIL`, `RCPT`, `DATA`, `.`): a refusal, `drop` to close the
 * connection, undefined to accept the step.
 */
export type SmtpMood = (step: string) => string | undefined;

/** An SMTP server, the needed part of RFC 5321, that accepts mail or fails as `mood` decides. */
export async function startSmtpServer(mood: SmtpMood = () => undefined, port = 0) {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    talk(socket, mood, received);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function talk(socket: Socket, mood: SmtpMood, received: ReceivedMail[]): void {
  let buffer = '';
  let mail: ReceivedMail = { from: '', to: [], raw: '' };
  let inData = false;
  const say = (line: string) => void socket.write(`${line}\r\n`);
  const step = (name: string, fine: () => void) => {
    const answer = mood(name);
    if (answer === 'drop') socket.destroy();
    else if (answer !== undefined) say(answer);
    else fine();
  };
  const handle = (line: string) => {
    const [verb = ''] = line.toUpperCase().split(/[ :]/);
    if (verb === 'EHLO' || verb === 'HELO') return say('250 fake');
    if (verb === 'MAIL')
      return step('MAIL', () => ((mail = { from: addressOf(line), to: [], raw: '' }), say('250 ok')));
    if (verb === 'RCPT') return step('RCPT', () => (mail.to.push(addressOf(line)), say('250 ok')));
    if (verb === 'DATA') return step('DATA', () => ((inData = true), say('354 go')));
    if (verb === 'QUIT') return void socket.end('221 bye\r\n');
    return say('250 ok');
  };
  const data = () => {
    const end = buffer.indexOf('\r\n.\r\n');
    if (end < 0) return false;
    mail.raw = buffer.slice(0, end);
    buffer = buffer.slice(end + 5);
    inData = false;
    step('.', () => (received.push(mail), say('250 taken')));
    return true;
  };
  socket.on('data', (chunk) => {
    buffer += chunk.toString('latin1');
    for (;;) {
      if (inData) {
        if (!data()) return;
        continue;
      }
      const end = buffer.indexOf('\r\n');
      if (end < 0) return;
      const line = buffer.slice(0, end);
      buffer = buffer.slice(end + 2);
      handle(line);
    }
  });
  say('220 fake');
}

function addressOf(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? '';
}
