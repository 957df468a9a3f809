import type { LoaderContext, PageHead } from '@voltframe/kit/contract/page/page-server';
import type { Contact } from '../content-schemas.ts';

export function loader({ content }: LoaderContext): Promise<Contact> {
  return content.data<Contact>('contact');
}

export function head({ data }: { data: Contact }): Partial<PageHead> {
  return { title: data.title, description: data.description };
}
