import type { ReactElement } from 'react';
import type { PageProps } from '@voltframe/kit/react';
import { DocumentArticle } from '../components/document-article.tsx';
import type { LegalDocument } from '../content-schemas.ts';

export default function TermsPage({ data }: PageProps<LegalDocument>): ReactElement {
  return <DocumentArticle document={data} other={{ title: 'Privacy', to: '/privacy' }} />;
}
