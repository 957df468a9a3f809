// The types of imported images. An import of '@voltframe/kit/react' adds them to an app.
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
/** The address of the unchanged file. */
declare module '*?url' {
  const address: string;
  export default address;
}
