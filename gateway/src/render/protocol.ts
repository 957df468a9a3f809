import type { Composition } from '@voltframe/kit/contract/release/composition';
import type {
  FragmentRequest,
  FragmentResult,
  GuardOutcome,
  RenderedFrame,
  RenderedIsland,
  RenderedResource,
} from '@voltframe/kit/contract/release/server-module';
import type { PathEntry } from '@voltframe/kit/contract/page/page-server';

/** What the gateway asks a render process; one message each, answered by id, in any order. */
export interface RenderCalls {
  fragment: { request: FragmentRequest; result: FragmentResult };
  island: { request: { name: string; props: Record<string, unknown> }; result: RenderedIsland };
  frame: { request: { navigation: string }; result: RenderedFrame };
  errorScreen: { request: { variant: 'not-found' | 'error' }; result: RenderedFrame };
  guards: { request: { url: string; names: string[] }; result: GuardOutcome };
  paths: { request: { routeId: string }; result: PathEntry[] };
  resource: { request: { path: string }; result: RenderedResource };
}
export type RenderCall = keyof RenderCalls;

/** First message to a new process: the whole composition, its bundles as source text. */
export interface LoadMessage {
  id: number;
  type: 'load';
  composition: Composition;
  apps: Record<string, { code: string; filename: string }>;
  shellName: string;
}

/** From the process: the answer to a call, or a question of its own for a file of a release's `data/`. */
export type ChildMessage =
  | { id: number; type?: undefined; ok: true; result: unknown }
  | { id: number; type?: undefined; ok: false; error: { message: string; status?: number } }
  | { id: number; type: 'read'; app: string; file: string };

/** The answer to a `read`; without text there is no such file. */
export interface ReadAnswer {
  id: number;
  type: 'read';
  text?: string;
  sha256?: string;
}
