import { hasOwn } from '@voltframe/kit/contract/names';
import { ruleGuards } from '@voltframe/kit/contract/routing/route-rules';
import type { RouteRule } from '@voltframe/kit/contract/routing/route-rules';
import type { Guard } from '@voltframe/kit/contract/page/page-server';
import { siteErrors } from '@voltframe/kit/errors/site-errors';

export interface GuardPorts {
  /** Named guards of the composition → the location of each. */
  places: Readonly<Record<string, { app: string; expose: string }>>;
  /** The shell's own guards; they are in its bundle. */
  own: Readonly<Record<string, Guard>>;
  loadExpose<Module>(app: string, expose: string): Promise<Module>;
}

/**
 * Finds a guard by its name and loads the remote's code when needed.
 * @throws SITE_UNKNOWN_GUARD, naming it (docs/behaviour.md 6.3)
 */
export async function findGuard(name: string, { places, own, loadExpose }: GuardPorts): Promise<Guard> {
  if (hasOwn(own, name)) return own[name]!;
  const place = hasOwn(places, name) ? places[name] : undefined;
  if (!place) throw siteErrors.UNKNOWN_GUARD({ name });
  return (await loadExpose<{ default: Guard }>(place.app, place.expose)).default;
}

/** @returns the names of a route's guards: its own, then those that rules add, without those that rules remove. */
export function guardNames(own: readonly string[], rule: RouteRule): string[] {
  const { add, remove } = ruleGuards(rule);
  return [...new Set([...own, ...add])].filter((name) => !remove.includes(name));
}
