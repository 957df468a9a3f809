/** An icon that comes with the kit. Packing writes their names in place of this (`scripts/packages/pack.ts`). */
export type KitIcon = `${string}:${string}`;
