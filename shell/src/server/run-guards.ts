import { matchRoute } from '@voltframe/kit/contract/match-route';
import { splitUrl } from '@voltframe/kit/contract/url-path';
import type {
  Guard,
  GuardLocation,
  GuardOutcome,
  GuardResult,
  RendererOptions,
} from '@voltframe/kit/contract/server-module';

/** Runs named guards in order for a first load (there is no page to come from); the first that objects decides. */
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
    if (!guard)
      return { type: 'error', status: 500, message: `Unknown route middleware: '${name}'.`, fatal: true };
    const outcome = outcomeOf(await settle(guard, to));
    if (outcome.type !== 'pass') return outcome;
  }
  return { type: 'pass' };
}

async function settle(guard: Guard, to: GuardLocation): Promise<GuardResult> {
  try {
    return await guard(to, null);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function outcomeOf(result: GuardResult): GuardOutcome {
  if (result === undefined || result === true) return { type: 'pass' };
  if (result === false) return { type: 'cancel' };
  if (typeof result === 'string') return { type: 'redirect', to: result, external: false };
  if (!(result instanceof Error))
    return { type: 'redirect', to: result.to, external: result.external ?? false };
  const { status = 500, fatal = false } = result as { status?: number; fatal?: boolean };
  return { type: 'error', status, message: result.message, fatal };
}
