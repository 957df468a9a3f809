/**
 * The script of a render process: it belongs to one app's release, and loads the shell's shared modules and that app's
 * bundle, nothing of another app. The gateway gives it code, compositions and content through the IPC channel, and ends
 * it at any moment. Everything that closes it is in sandbox.ts and supervised-child.ts.
 *
 * In: messages of protocol.ts, code by the standard input. Out, as frames (message-frames.ts): `{id, ok, result |
 * error}`, `read` for content, `upstream` for data from elsewhere.
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
import { createOpenQuestions } from './open-questions.ts';
import { type Bundle, closeHost, evaluate, nodeModules, openChannel, pristine } from './sandbox.ts';

const CODE_FD = 0;
const MOST_FILES = 200;
/** Questions that are open at the gateway at once; it ends a process that asks for more. */
const MOST_READS = 4;
const MOST_UPSTREAMS = 8;

type File = { text: string; sha256: string } | undefined;

const channel = openChannel();
const builtins = nodeModules();
const { createMap, settle } = pristine;
const { answer: send } = channel;
const renderers = createMap<string, Renderer>();
const reads = createOpenQuestions<File>(send, MOST_READS);
const upstreams = createOpenQuestions<UpstreamReply>(send, MOST_UPSTREAMS);
/** Files that were read, by name: they cannot change while this process lives. */
let files = createMap<string, Promise<File>>();
let filesHeld = 0;
let loaded: { app: string; shell: ShellServerModule; module: RemoteServerModule } | undefined;

channel.onMessage((message: ParentMessage) => {
  if (message.type === 'read') return reads.take(message.id, fileOf(message));
  if (message.type === 'upstream') return upstreams.take(message.id, message);
  if (message.type === 'forget') return renderers.delete(message.composition);
  settle(
    handle(message),
    (result) => sendResult(message.id, result),
    (error) => send({ id: message.id, ok: false, error: describe(error) }),
  );
});
closeHost();

async function handle(message: LoadMessage | ComposeMessage | CallMessage): Promise<unknown> {
  if (message.type === 'load') return load(message);
  if (message.type === 'compose') return compose(message.composition);
  const renderer = renderers.get(message.composition);
  if (!renderer) throw new Error('The composition is not known here');
  return renderer[message.type](message.request as never, askFor(message.id));
}

function load({ app, shell, own }: LoadMessage): object {
  const [shellCode, ownCode] = [codeOf(shell), own && codeOf(own)];
  const shellModule = evaluate<ShellServerModule>('shell', shellCode, builtins);
  const module = ownCode ? evaluate<RemoteServerModule>(app, ownCode, shellModule.shared) : shellModule;
  loaded = { app, shell: shellModule, module };
  return {};
}

/** The next bundle on the standard input. */
function codeOf({ filename, bytes }: BundleHead): Bundle {
  return { filename, code: channel.read(CODE_FD, bytes) };
}

function compose(composition: Composition): object {
  if (!loaded) throw new Error('Nothing is loaded');
  const { app, shell, module } = loaded;
  const apps = { [app]: module };
  renderers.set(composition.id, shell.createRenderer({ composition, apps, read: (_, file) => read(file) }));
  return {};
}

function sendResult(id: number, result: unknown): void {
  const { html, data, ...facts } = (result ?? {}) as { html?: unknown; data?: unknown };
  if (typeof html === 'string') send({ id, ok: true }, { html, data, facts });
  else send({ id, ok: true, result });
}

/** A file of the app's own `data/`; the gateway knows no other for this process. */
function read(file: string): Promise<File> {
  const known = files.get(file);
  if (known) return known;
  if (++filesHeld > MOST_FILES) {
    files = createMap();
    filesHeld = 1;
  }
  const answer = reads.ask({ type: 'read', file });
  files.set(file, answer);
  return answer;
}

function fileOf({ text, sha256 }: ReadAnswer): File {
  return text === undefined || sha256 === undefined ? undefined : { text, sha256 };
}

/** @returns asks upstreams on behalf of one call: the gateway answers as long as that is with this process. */
function askFor(call: number): AskUpstream {
  return (question) => upstreams.ask({ type: 'upstream', call, question });
}

function describe(error: unknown): { message: string; stack?: string } {
  if (!pristine.isError(error)) return { message: pristine.textOf(error) };
  return {
    message: pristine.textOf(error.message),
    ...(error.stack && { stack: pristine.textOf(error.stack) }),
  };
}
