import { drawingSvg } from '@voltframe/kit/contract/page/drawing';
import type { CardPost } from './components/post-card.tsx';
import type { PostSummary } from './content-schemas.ts';
import { POST_DRAWINGS } from './post-drawings.ts';

export function toCard({ slug, title, description, date, minutes, tags }: PostSummary): CardPost {
  return { slug, title, description, date, minutes, tags, picture: drawingSvg(POST_DRAWINGS[slug]) };
}
