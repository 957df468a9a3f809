import type { ReactElement } from 'react';
import type { Picture } from '@voltframe/kit/react';
import { Image } from '@voltframe/kit/react/image';
import { type Drawing, LineArt } from '@voltframe/kit/react/components/line-art';
import plate from './pictures/tool-crib-arm.jpg';

/** Drawn by a program (`mfe-marketing/pictures/`): nothing was photographed, since nothing was built. */
const PICTURES: ReadonlyMap<string, Picture> = new Map([['tool-crib-arm', plate]]);

/** What stands beside a sample project: its picture, or a drawing. Decorative: the text says it all. */
export function ProjectPicture({
  slug,
  drawing,
  sizes,
}: {
  slug: string;
  drawing?: Drawing | undefined;
  sizes: string;
}): ReactElement {
  const picture = PICTURES.get(slug);
  return picture ? <Image src={picture} alt="" sizes={sizes} /> : <LineArt drawing={drawing} />;
}
