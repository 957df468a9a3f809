import { matchRoute } from '@voltframe/kit/contract/routing/match-route';
import { splitUrl } from '@voltframe/kit/contract/routing/url-path';
import type { GuardOutcome, RendererOptions } from '@voltframe/kit/contract/release/server-module';
import type { Guard, GuardLocation, GuardResult } from '@voltframe/kit/contract/page/page-server';
import { isRedirect } from '@voltframe/kit/contract/page/redirect';
import { toPageError } from '@voltframe/kit/errors/page-error';
import { guardError, isForVisitor } from '@voltframe/kit/errors/guard-error';
import { siteErrors } from '@voltframe/kit/errors/site-errors';

/**
 * the first that does not pass decides.
 */
export async function runGuards(
  request: { url: string; names: string[] },
  { composition, apps }: RendererOptions,
): Promise<GuardOutcome> {
  const { path, search, hash } = splitUrl(request.url);
  const match = matchRoute(composition.routes, path);
  const to: GuardLocation = {
    path,
    search,
    hash,
    params: match?.params ?? {},
    routeId: match?.route.id ?? null,
  };
  for (const name of request.names) {
    const place = composition.guards[name];
    const guard = place && apps[place.app]?.guards[name];
    if (!guard) return refused(siteErrors.UNKNOWN_GUARD({ name }));
    const outcome = outcomeOf(await settle(name, guard, to));
    if (outcome.type !== 'pass') return outcome;
  }
  return { type: 'pass' };
}

/** @throws unexpected errors of guards: the gateway logs them and hides them from visitors */
async function settle(name: string, guard: Guard, to: GuardLocation): Promise<GuardResult> {
  try {
    return await guard(to, null);
  } catch (error) {
    if (isRedirect(error) || isForVisitor(error)) return error;
    throw new Error(`${siteErrors.GUARD_FAILED({ name }).message}: ${String(error)}`, { cause: error });
  }
}

function outcomeOf(result: GuardResult): GuardOutcome {
  if (result === undefined || result === true) return { type: 'pass' };
  if (result === false) return { type: 'cancel' };
  if (typeof result === 'string') return { type: 'redirect', to: result, external: false };
  if (isRedirect(result)) {
    const { to, external, status } = result;
    return { type: 'redirect', to, external, status };
  }
  if (result instanceof Error || 'message' in result) return refused(guardError(result as Error));
  return { type: 'redirect', to: result.to, external: result.external ?? false };
}

function refused(error: Error): GuardOutcome {
  return { type: 'error', ...toPageError(error) };
}
