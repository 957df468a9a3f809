import type { FastifySchema } from 'fastify';
import type { OpenPreview } from '../compositions/previews.ts';
import type { ServedComposition } from '../compositions/served-composition.ts';
import type { SharedCaches } from '../responses/cache-policy.ts';
import type { ErrorFormat } from '../responses/negotiate.ts';

/** What a route of the site answers: the kind of its requests in metrics, traces and the log. */
export type RouteKind = 'page' | 'asset' | 'island' | 'icon' | 'form' | 'build' | 'platform' | 'file';

/** The schema of a route that reads no input but its address. */
export const NO_INPUT: FastifySchema = {};

/** `isApart`: on a host of its own, so its scripts have no session of the site. */
export type VisitedPreview = OpenPreview & { isApart: boolean };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent for addresses without a route. */
    kind?: RouteKind;
    /** Absent: an error is the error screen, unless the request asks for JSON. */
    errors?: ErrorFormat;
  }

  interface FastifyRequest {
    /** Of the route; undefined: as the request asks. */
    errors: ErrorFormat | undefined;
    /** The composition that answers: the live one, or the one that the request names. */
    served: ServedComposition | undefined;
    /** Set when the visitor gets a candidate instead of the live site. */
    preview: VisitedPreview | undefined;
  }

  interface FastifyInstance {
    /** Set when a shared cache in front is purged. */
    sharedCaches?: SharedCaches;
  }
}
