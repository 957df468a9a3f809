import type { LoaderContext, PageHead } from '@voltframe/kit/contract/page/page-server';
import type { About } from '../content-schemas.ts';

export function loader({ content }: LoaderContext): Promise<About> {
  return content.data<About>('about');
}

export function head({ data }: { data: About }): Partial<PageHead> {
  return { title: data.title, description: data.description };
}
