// The type of an imported image. Apps get it by importing '@voltframe/kit/react'.
declare module '*.jpg' {
  import type { Picture } from '@voltframe/kit/react';
  const picture: Picture;
  export default picture;
}
declare module '*.jpeg' {
  import type { Picture } from '@voltframe/kit/react';
  const picture: Picture;
  export default picture;
}
declare module '*.png' {
  import type { Picture } from '@voltframe/kit/react';
  const picture: Picture;
  export default picture;
}
declare module '*.webp' {
  import type { Picture } from '@voltframe/kit/react';
  const picture: Picture;
  export default picture;
}
declare module '*.avif' {
  import type { Picture } from '@voltframe/kit/react';
  const picture: Picture;
  export default picture;
}
declare module '*.gif' {
  import type { Picture } from '@voltframe/kit/react';
  const picture: Picture;
  export default picture;
}
declare module '*.svg' {
  import type { Picture } from '@voltframe/kit/react';
  const picture: Picture;
  export default picture;
}
/** The address of the file as it is. */
declare module '*?url' {
  const address: string;
  export default address;
}
