import type { LoaderContext, PageHead, PathEntry } from '@voltframe/kit/contract/page/page-server';
import type { Role } from '../../content-schemas.ts';

type Context = LoaderContext<{ slug: string }>;

export async function validate({ content, params }: Context): Promise<boolean> {
  return (await content.entry('roles', params.slug)) !== undefined;
}

export async function loader({ content, params }: Context): Promise<Role> {
  return (await content.entry<Role>('roles', params.slug))!;
}

export function head({ data }: { data: Role }): Partial<PageHead> {
  return { title: data.title, description: data.summary };
}

export async function paths({ content }: LoaderContext): Promise<PathEntry[]> {
  return (await content.list('roles')).map(({ slug }) => ({ path: `/careers/${slug}` }));
}
