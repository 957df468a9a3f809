import type { PageError } from '../../errors/page-error.ts';
import type { Head, HeadMeta } from '../page/head.ts';
import type { AskUpstream } from '../page/upstream.ts';
import type { IslandRef, PagePayload } from '../page/page-data.ts';
import type {
  Guard,
  IslandLoader,
  PageImage,
  PageServer,
  PathEntry,
  Resource,
  ResourceBody,
} from '../page/page-server.ts';
import type { Composition } from './composition.ts';

/**
 * Exports of a remote's server bundle, generated from mfe.config.ts. Components are typed loosely: React comes from the
 * shell.
 */
export interface RemoteServerModule {
  pages: Record<string, { Component: unknown; server: PageServer; layouts?: unknown[] }>;
  islands: Record<string, { Component: unknown; loader?: IslandLoader; interactive?: boolean }>;
  guards: Record<string, Guard>;
  resources?: Record<string, Resource>;
  /** Route → the picture that networks show with links to its pages. */
  cards?: Record<string, PageImage>;
}
/** Exports of the shell's server bundle. It carries the shared scope, so server and browser run the same versions. */
export interface ShellServerModule extends RemoteServerModule {
  /** Specifier → module, handed to the bundles of the remotes by their `require`. */
  shared: Record<string, unknown>;
  createRenderer(options: RendererOptions): Renderer;
}

export interface RendererOptions {
  composition: Composition;
  /** Bundles of every app by name, the shell's own included. */
  apps: Record<string, RemoteServerModule>;
  /** Reads a file of a release's `data/` folder; resolves to undefined when there is none. */
  read(app: string, file: string): Promise<{ text: string; sha256: string } | undefined>;
}

/**
 * Implemented by the shell's `entry.server.tsx`; called by the render process on behalf of the gateway.
 * `ask` is for that one call.
 */
export interface Renderer {
  fragment(request: FragmentRequest, ask: AskUpstream): Promise<FragmentResult>;
  island(
    request: { name: string; props: Record<string, unknown> },
    ask: AskUpstream,
  ): Promise<RenderedIsland>;
  /** The layout around a page, with tokens (late-tokens.ts). `navigation` is the key of `activeNavigation()`. */
  frame(request: { navigation: string }): Promise<RenderedFrame>;
  /** The error screen for a status variant, with tokens for status, title and description. */
  errorScreen(request: ErrorScreenRequest): Promise<RenderedFrame>;
  guards(request: { url: string; names: string[] }): Promise<GuardOutcome>;
  paths(request: { routeId: string }, ask: AskUpstream): Promise<PathEntry[]>;
  /** `search`: the declared query parameters only: `?page=2`, or ''. */
  resource(request: { path: string; search: string }, ask: AskUpstream): Promise<RenderedResource>;
}

export interface FragmentRequest {
  routeId: string;
  params: Record<string, string>;
  /** Normalised path. */
  path: string;
  /** The declared query parameters only: `?tag=x`, or ''. */
  search: string;
}
export interface FragmentResult {
  /** Set when validation refused; then only `error` and `inputs` count. */
  error?: { status: number; message: string; fatal: boolean };
  /** Set when validation or the loader redirected; then only `redirect` and `inputs` count. */
  redirect?: { to: string; status: number; external: boolean };
  html: string;
  head: Head;
  data: unknown;
  /** `data` as JSON, where the shell has it. */
  json?: string;
  islands: IslandRef[];
  /** See {@link PagePayload.icons}. */
  icons?: PagePayload['icons'];
  /** Everything that was read: `app/data/file.json` → sha-256, or '' when it was missing; `composition` → its id. */
  inputs: Record<string, string>;
}
export interface ErrorScreenRequest {
  variant: 'not-found' | 'error';
  /** With a place for the error's short id. A shell that knows nothing of it shows none. */
  withId?: boolean;
}
export interface RenderedIsland {
  html: string;
  inputs: Record<string, string>;
}
export interface RenderedResource extends ResourceBody {
  inputs: Record<string, string>;
}
export interface RenderedFrame {
  html: string;
  islands: IslandRef[];
  /** The shell reads the head of its first page in the document: its data can do without. */
  readsHead?: true;
  /** Of an error screen: further elements of the document's head. */
  meta?: HeadMeta[];
}
export type GuardOutcome =
  | { type: 'pass' }
  | { type: 'cancel' }
  /** `status`: default 307. */
  | { type: 'redirect'; to: string; external: boolean; status?: number }
  | ({ type: 'error' } & PageError);
