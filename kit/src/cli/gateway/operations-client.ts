import { Readable } from 'node:stream';
import { CONTRACT_HEADER, CONTRACT_VERSION } from '../../contract/contract-version.ts';
import {
  type Ahead,
  type LastLine,
  LINES_TYPE,
  type OperationError,
  type OperationName,
  operationPath,
  OPERATIONS,
  PACK_TYPE,
  type WaitingLine,
} from '../../contract/operations/operations.ts';
import type { Verdict } from '../../contract/operations/verdict.ts';
import { cliErrors } from '../../errors/cli-errors.ts';
import type { CommandContext } from '../command.ts';

export interface Call {
  /** Values of the path's parameters. */
  parameters?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  /** Sent as JSON. */
  body?: object;
  /** Statuses besides 2xx whose body is the answer: a verdict. */
  alsoGood?: number[];
}

export type OperationsClient = ReturnType<typeof connect>;

const DEFAULT_GATEWAY = 'http://127.0.0.1:3001';
/** Time limit of calls, in milliseconds: a gateway that is silent for longer is stuck. */
const CALL_TIMEOUT_MS = 60_000;

/** The operations port of one gateway, on behalf of one token. @throws CLI_TOKEN_MISSING, CLI_GATEWAY_INVALID */
export function connect({ env, fetch, signal }: Pick<CommandContext, 'env' | 'fetch' | 'signal'>) {
  const value = env['MFE_GATEWAY'] || DEFAULT_GATEWAY;
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw cliErrors.GATEWAY_INVALID({ value });
  const gateway = value.replace(/\/+$/, '');
  const token = env['MFE_TOKEN'];
  if (!token) throw cliErrors.TOKEN_MISSING();

  const send = async (
    name: OperationName,
    call: Call,
    init: RequestInit & { duplex?: 'half' },
  ): Promise<Response> => {
    const url = gateway + operationPath(name, call.parameters, call.query);
    const headers = {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      [CONTRACT_HEADER]: String(CONTRACT_VERSION),
      ...(init.headers as object),
    };
    try {
      return await fetch(url, { ...init, method: OPERATIONS[name].method, headers, redirect: 'error' });
    } catch (error) {
      throw cliErrors.UNREACHABLE({ gateway, reason: reasonOf(error) }, error);
    }
  };
  const timed = (): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]);
  return {
    /** Address of the gateway's operations port, without a slash at its end. */
    gateway,
    /** @returns the JSON of the answer. @throws CLI_UNREACHABLE, CLI_TOKEN_REFUSED, CLI_REFUSED, CLI_NOT_OPERATIONS */
    async call<Answer>(name: OperationName, call: Call = {}): Promise<Answer> {
      const { body } = call;
      const json = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
      const response = await send(name, call, { ...json, signal: timed() });
      return (await readAnswer(gateway, response, call.alsoGood)) as Answer;
    },
    /** @returns the bytes of a file of a release, or of a package. */
    async bytes(name: 'blob' | 'package', parameters: Record<string, string>): Promise<Buffer> {
      const response = await send(name, { parameters }, { signal: timed() });
      if (!response.ok) await readAnswer(gateway, response);
      return Buffer.from(await response.arrayBuffer());
    },
    /**
     * Sends a pack.
     * @param onWaiting called while another admission runs first.
     * @returns the verdict, also of a refused release.
     */
    async publish(
      apps: string[],
      pack: Readable,
      query: { check?: '1'; preview?: '1'; name?: string | undefined },
      onWaiting: (ahead: Ahead) => void,
    ): Promise<Verdict> {
      const call = { parameters: { apps: apps.join(',') }, query };
      const body = Readable.toWeb(pack) as unknown as BodyInit;
      const response = await send('publish', call, {
        body,
        headers: { 'content-type': PACK_TYPE, accept: `${LINES_TYPE}, application/json` },
        duplex: 'half',
        signal,
      });
      const isInLines = response.headers.get('content-type')?.startsWith(LINES_TYPE);
      const answer = isInLines ? await readLines(gateway, response, onWaiting) : response;
      return (await readAnswer(gateway, answer, [409, 422])) as Verdict;
    },
  };
}

/** @returns the answer of the last line. */
async function readLines(
  gateway: string,
  { body }: Response,
  onWaiting: (ahead: Ahead) => void,
): Promise<Response> {
  try {
    let rest = '';
    for await (const piece of body!.pipeThrough(new TextDecoderStream())) {
      const texts = (rest + piece).split('\n');
      rest = texts.pop()!;
      for (const text of texts) {
        const line = JSON.parse(text) as WaitingLine | LastLine;
        if (!('waiting' in line))
          return Response.json('verdict' in line ? line.verdict : line.error, { status: line.status });
        onWaiting(line.waiting);
      }
    }
  } catch (error) {
    throw cliErrors.UNREACHABLE({ gateway, reason: reasonOf(error) }, error);
  }
  throw cliErrors.UNREACHABLE({ gateway, reason: 'its answer ended too early' });
}

async function readAnswer(gateway: string, response: Response, alsoGood: number[] = []): Promise<unknown> {
  const { status } = response;
  const answer = (await response.json().catch(() => undefined)) as object | undefined;
  if (status === 401) throw cliErrors.TOKEN_REFUSED();
  if (typeof answer !== 'object' || answer === null)
    throw cliErrors.NOT_OPERATIONS({ gateway, answered: status });
  if (response.ok || (alsoGood.includes(status) && 'accepted' in answer)) return answer;
  const { message, code, fix } = answer as Partial<OperationError> & Partial<Verdict>;
  if (status === 403 && message) throw cliErrors.TOKEN_RIGHT({ message });
  if (!message && 'checks' in answer) throw refusedVerdict(answer as Verdict);
  if (!message || !code || isOfTheSite(response, code))
    throw cliErrors.NOT_OPERATIONS({ gateway, answered: status });
  if (code === DATABASE_AWAY)
    throw cliErrors.DATABASE_AWAY({ message, advice: fix ?? 'See docs/errors.md.' });
  throw cliErrors.REFUSED({
    message,
    reason: `${code}, status ${status}`,
    advice: fix ?? 'See docs/errors.md.',
  });
}

/** Code of the gateway's catalogue. */
const DATABASE_AWAY = 'GW_DATABASE_AWAY';

/** The port of the site has no such call; the operations port answers 404 without a code for a blob only. */
function isOfTheSite({ status, url }: Response, code: string): boolean {
  return status === 404 && code === 'GW_NOT_FOUND' && !new URL(url).pathname.startsWith('/-/blobs/');
}

/** A rollback that does not fit the other apps is refused by a verdict; its defects are the message. */
function refusedVerdict({ checks }: Verdict): Error {
  const message = checks.map(({ code, app, reason }) => `${app}: ${reason} (${code})`).join('\n     ');
  return cliErrors.REFUSED({ message, reason: 'admission', advice: checks[0]?.fix ?? 'See docs/errors.md.' });
}

/** fetch hides the cause one or two levels down. */
function reasonOf(error: unknown): string {
  const { cause, message, name } = error as Error & { cause?: NodeJS.ErrnoException & { errors?: Error[] } };
  if (name === 'TimeoutError') return 'it does not answer';
  return cause?.errors?.[0]?.message || cause?.message || cause?.code || message;
}
