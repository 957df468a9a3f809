import type { ReactElement } from 'react';
import type { PageProps } from '@voltframe/kit/react';
import { DocumentArticle } from '../components/document-article.tsx';
import type { DocumentData } from '../document-server.ts';

export default function TermsPage({ data }: PageProps<DocumentData>): ReactElement {
  return (
    <DocumentArticle document={data} other={{ title: 'Privacy', to: '/privacy' }} ask="Ask what is unclear" />
  );
}
