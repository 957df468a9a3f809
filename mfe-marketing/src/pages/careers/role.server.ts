import type { LoaderContext, PageHead, PathEntry } from '@voltframe/kit/contract/page/page-server';
import { openRole, type OpenRole, openRoles } from '../../open-roles.ts';

type Context = LoaderContext<{ slug: string }>;

export async function validate(context: Context): Promise<boolean> {
  return (await openRole(context, context.params.slug)) !== undefined;
}

export async function loader(context: Context): Promise<OpenRole> {
  return (await openRole(context, context.params.slug))!;
}

export function head({ data }: { data: OpenRole }): Partial<PageHead> {
  const { title, summary, card, sample } = data;
  return {
    title: sample ? `${title}, a sample role` : title,
    description: summary,
    ...(card && { image: card }),
  };
}

export async function paths(context: LoaderContext): Promise<PathEntry[]> {
  return (await openRoles(context)).map(({ slug }) => ({ path: `/careers/${slug}` }));
}
