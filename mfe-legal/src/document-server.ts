import type { LoaderContext, PageHead } from '@voltframe/kit/contract/page/page-server';
import type { LegalDocument } from './content-schemas.ts';

/** Loader and head of a page that shows one document. */
export function documentServer(slug: string) {
  return {
    async loader({ content }: LoaderContext): Promise<LegalDocument> {
      const document = await content.entry<LegalDocument>('documents', slug);
      if (!document) throw new Error(`content/documents/${slug}.md is missing`);
      return document;
    },
    head({ data }: { data: LegalDocument }): Partial<PageHead> {
      return { title: data.title, description: data.description, updated: data.updated };
    },
  };
}
