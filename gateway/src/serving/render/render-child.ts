/**
 * The script of a render process. It belongs to one app's release, and loads the shell's shared modules and that
 * app's bundle, nothing of another app. The gateway sends compositions and content through the IPC channel, and may
 * end the process at any moment. sandbox.ts and closed-process.ts restrict it.
 *
 * In: messages of protocol.ts, code by the standard input. Out, as frames (message-frames.ts): `{id, ok, error}` with
 * the result beside it, `read` for content, `upstream` for data from elsewhere.
 */
import type { AskUpstream, UpstreamReply } from '@voltframe/kit/contract/page/upstream';
import type { Composition } from '@voltframe/kit/contract/release/composition';
import type {
  RemoteServerModule,
  Renderer,
  ShellServerModule,
} from '@voltframe/kit/contract/release/server-module';
import type {
  BundleHead,
  CallMessage,
  ComposeMessage,
  LoadMessage,
  ParentMessage,
  ReadAnswer,
} from './protocol.ts';
import { CALL_LIMITS } from './call-limits.ts';
import { createOpenQuestions } from './open-questions.ts';
import {
  type Bundle,
  closeHost,
  endTimers,
  evaluate,
  nodeModules,
  openChannel,
  pristine,
} from './sandbox.ts';

const CODE_FD = 0;
const MOST_FILES = 200;
/** Most open questions at the gateway, which ends a process with more. */
const MOST_READS = 4;
const MOST_UPSTREAMS = 8;

/** Codes of replies about a question that cannot be asked: its path may come from the address of a visitor. */
const REFUSED_QUESTION: ReadonlySet<string> = new Set([
  'UPSTREAM_REQUEST',
  'UPSTREAM_LIMIT',
  'UPSTREAM_UNDECLARED',
]);

type File = { text: string; sha256: string } | undefined;

/** A call in progress, and whether it passed one of its limits: then its error is no defect of the release. */
interface Call {
  id: number;
  files: number;
  bytes: number;
  passedLimit: boolean;
}

const channel = openChannel();
const builtins = nodeModules();
const { createMap, settle } = pristine;
const { answer: send } = channel;
const compositions = createMap<string, Composition>();
const reads = createOpenQuestions<File>(send, MOST_READS);
const upstreams = createOpenQuestions<UpstreamReply>(send, MOST_UPSTREAMS);
/** Files that were read, by name: they cannot change while this process lives. */
let files = createMap<string, Promise<File>>();
let cachedFiles = 0;
/** Calls in progress. */
let calls = 0;
let loaded: { app: string; shell: ShellServerModule; module: RemoteServerModule } | undefined;

channel.onMessage((message: ParentMessage) => {
  if (message.type === 'read') return reads.take(message.id, fileOf(message));
  if (message.type === 'upstream') return upstreams.take(message.id, message);
  if (message.type === 'forget') return compositions.delete(message.composition);
  const call: Call = { id: message.id, files: 0, bytes: 0, passedLimit: false };
  calls++;
  settle(
    handle(message, call),
    (result) => {
      sendResult(call, result);
      endCall();
    },
    (error) => {
      sendError(call, error);
      endCall();
    },
  );
});
closeHost();

/** Timers end with the last rendering in progress: nothing of a rendering goes on after its answer. */
function endCall(): void {
  if (--calls === 0) endTimers();
}

async function handle(message: LoadMessage | ComposeMessage | CallMessage, call: Call): Promise<unknown> {
  if (message.type === 'load') return load(message);
  if (message.type === 'compose') return compositions.set(message.composition.id, message.composition);
  return rendererFor(message.composition, call)[message.type](message.request as never, askFor(call));
}

function load({ app, shell, own }: LoadMessage): object {
  const [shellCode, ownCode] = [codeOf(shell), own && codeOf(own)];
  const shellModule = evaluate<ShellServerModule>('shell', shellCode, builtins);
  const module = ownCode ? evaluate<RemoteServerModule>(app, ownCode, shellModule.shared) : shellModule;
  loaded = { app, shell: shellModule, module };
  return {};
}

/** Reads the next bundle from the standard input. */
function codeOf({ filename, bytes }: BundleHead): Bundle {
  return { filename, code: channel.read(CODE_FD, bytes) };
}

/** A renderer for one call, so that its reads are counted for that call. */
function rendererFor(id: string, call: Call): Renderer {
  const composition = compositions.get(id);
  if (!loaded || !composition) throw new Error('The composition is not known here');
  const { app, shell, module } = loaded;
  return shell.createRenderer({
    composition,
    apps: { [app]: module },
    read: (_, file) => read(call, file),
  });
}

/** An answer that cannot be sent fails its call. */
function sendResult(call: Call, result: unknown): void {
  try {
    const { html, data, json, ...facts } = (result ?? {}) as Record<string, unknown>;
    const isRendering = typeof html === 'string';
    const page = {
      html: html as string,
      json: typeof json === 'string' ? json : pristine.jsonOf(data),
      facts,
    };
    if (send({ id: call.id, ok: true }, isRendering ? page : { facts: result })) return;
    throw passed(call, `an answer has at most ${CALL_LIMITS.partBytes} bytes`);
  } catch (error) {
    sendError(call, error);
  }
}

function sendError({ id, passedLimit }: Call, error: unknown): void {
  send({ id, ok: false, error: { ...describe(error), limit: passedLimit } });
}

/**
 * A file of the app's own `data/`; the gateway has no other for this process. The limits count files that were read
 * before, too, so that a call fails independent of earlier calls.
 */
async function read(call: Call, file: string): Promise<File> {
  if (typeof file !== 'string' || file.length > CALL_LIMITS.fileName)
    throw passed(call, `the name of a file has at most ${CALL_LIMITS.fileName} characters`);
  if (++call.files > CALL_LIMITS.files) throw passed(call, `a call reads at most ${CALL_LIMITS.files} files`);
  const content = await (files.get(file) ?? request(call, file));
  call.bytes += content?.text.length ?? 0;
  if (call.bytes > CALL_LIMITS.readBytes)
    throw passed(call, `a call reads at most ${CALL_LIMITS.readBytes} bytes`);
  return content;
}

function request(call: Call, file: string): Promise<File> {
  if (++cachedFiles > MOST_FILES) {
    files = createMap();
    cachedFiles = 1;
  }
  const answer = reads.ask({ type: 'read', call: call.id, file });
  files.set(file, answer);
  return answer;
}

/** @returns the error of a call that passed one of its limits. */
function passed(call: Call, rule: string): Error {
  call.passedLimit = true;
  return new Error(`GW_CALL_LIMIT: ${rule}`);
}

function fileOf({ text, sha256 }: ReadAnswer): File {
  return text === undefined || sha256 === undefined ? undefined : { text, sha256 };
}

/**
 * @returns a function that asks upstreams on behalf of one call. The gateway answers while the call is in progress.
 */
function askFor(call: Call): AskUpstream {
  return async (question) => {
    const isTooLarge = pristine.jsonOf(question).length > CALL_LIMITS.questionChars;
    if (isTooLarge)
      throw passed(call, `a question for an upstream has at most ${CALL_LIMITS.questionChars} characters`);
    const reply = await upstreams.ask({ type: 'upstream', call: call.id, question });
    if (!reply.ok && REFUSED_QUESTION.has(reply.code)) call.passedLimit = true;
    return reply;
  };
}

function describe(error: unknown): { message: string; stack?: string } {
  try {
    if (!pristine.isError(error)) return { message: pristine.textOf(error) };
    return {
      message: pristine.textOf(error.message),
      ...(error.stack && { stack: pristine.textOf(error.stack) }),
    };
  } catch {
    return { message: 'It threw an error that cannot be read' };
  }
}
