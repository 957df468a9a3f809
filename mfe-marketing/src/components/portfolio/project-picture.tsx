import type { ReactElement } from 'react';
import type { Picture } from '@voltframe/kit/react';
import { Image } from '@voltframe/kit/react/image';
import { LineArt } from '@voltframe/kit/react/components/line-art';
import crates from './pictures/cold-chain-watch.jpg';
import plate from './pictures/tool-crib-arm.jpg';

/** Drawn by a program (`mfe-marketing/pictures/`): nothing was photographed, since nothing was built. */
const PICTURES: ReadonlyMap<string, Picture> = new Map([
  ['cold-chain-watch', crates],
  ['tool-crib-arm', plate],
]);

/** What stands beside a sample project: its picture, or a drawing. Decorative: the text says it all. */
export function ProjectPicture({
  slug,
  order,
  sizes,
}: {
  slug: string;
  order: number;
  sizes: string;
}): ReactElement {
  const picture = PICTURES.get(slug);
  return picture ? <Image src={picture} alt="" sizes={sizes} /> : <LineArt seed={slug} kind={order} />;
}
