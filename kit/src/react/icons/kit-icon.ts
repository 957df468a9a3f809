/** An icon of the kit. `scripts/packages/pack.ts` replaces the type by the names of these icons. */
export type KitIcon = `${string}:${string}`;
