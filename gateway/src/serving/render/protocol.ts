import type { Composition } from '@voltframe/kit/contract/release/composition';
import type { PathEntry } from '@voltframe/kit/contract/page/page-server';
import type { UpstreamReply } from '@voltframe/kit/contract/page/upstream';
import type {
  ErrorScreenRequest,
  FragmentRequest,
  FragmentResult,
  GuardOutcome,
  RenderedFrame,
  RenderedIsland,
  RenderedResource,
} from '@voltframe/kit/contract/release/server-module';
import type { HtmlBytes } from '../responses/page-bytes.ts';

/** A rendered page: HTML and data as bytes, or as text and a value when read from the disk. */
export type FragmentAnswer = FragmentFacts & { html: string | HtmlBytes; data: unknown };

/** The other fields of a page: pages that differ by query only may share the object. */
export type FragmentFacts = Readonly<Omit<FragmentResult, 'html' | 'data'>>;

/** The calls of the gateway to a render process: one message each, answered by id, in any order. */
export interface RenderCalls {
  fragment: { request: FragmentRequest; result: FragmentAnswer };
  island: { request: { name: string; props: Record<string, unknown> }; result: RenderedIsland };
  frame: { request: { navigation: string }; result: RenderedFrame };
  errorScreen: { request: ErrorScreenRequest; result: RenderedFrame };
  guards: { request: { url: string; names: string[] }; result: GuardOutcome };
  paths: { request: { routeId: string }; result: PathEntry[] };
  resource: { request: { path: string; search: string }; result: RenderedResource };
}
export type RenderCall = keyof RenderCalls;

/**
 * First message to a new process. The code is sent through its standard input, the shell's first, because encoding it
 * as JSON would take long on both sides.
 */
export interface LoadMessage {
  id: number;
  type: 'load';
  app: string;
  shell: BundleHead;
  /** The app's own bundle; absent in the shell's process. */
  own?: BundleHead;
}

export interface BundleHead {
  filename: string;
  /** Digest of its code. */
  bytes: number;
}

/** Describes a composition, before the first call that names it, until it is dropped. */
export interface ComposeMessage {
  id: number;
  type: 'compose';
  composition: Composition;
}

export interface CallMessage {
  id: number;
  type: RenderCall;
  /** Id of a composition that was sent. */
  composition: string;
  request: unknown;
}

/** The answer to a `read`; without text there is no such file. */
export interface ReadAnswer {
  id: number;
  type: 'read';
  text?: string;
  sha256?: string;
}

/** The answer to a question for an upstream. */
export type UpstreamAnswered = UpstreamReply & { id: number; type: 'upstream' };

export type ParentMessage =
  | LoadMessage
  | ComposeMessage
  | CallMessage
  | ReadAnswer
  | UpstreamAnswered
  | { type: 'forget'; composition: string };
