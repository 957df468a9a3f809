import type { LoaderContext, PageHead } from '@voltframe/kit/contract/page/page-server';
import type { LegalDocument } from './content-schemas.ts';

export interface DocumentData extends LegalDocument {
  /** `updated` in words: 27 November 2026. */
  day: string;
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Loader and head of a page that shows one document. */
export function documentServer(slug: string) {
  return {
    async loader({ content }: LoaderContext): Promise<DocumentData> {
      const document = await content.entry<LegalDocument>('documents', slug);
      if (!document) throw new Error(`content/documents/${slug}.md is missing`);
      return { ...document, day: DAY.format(new Date(document.updated)) };
    },
    head({ data }: { data: DocumentData }): Partial<PageHead> {
      return { title: data.title, description: data.description, updated: data.updated };
    },
  };
}
