// The types of imported images. An import of '@voltframe/kit/react' adds them to an app.
declare module '*.jpg' {
  import type { Picture } from '@voltframe/kit/react';
  const picture: Picture;
  export default picture;
}
declare module '*.jpeg' {
  export { default } from '*.jpg';
}
declare module '*.png' {
  export { default } from '*.jpg';
}
declare module '*.webp' {
  export { default } from '*.jpg';
}
declare module '*.avif' {
  export { default } from '*.jpg';
}
declare module '*.gif' {
  export { default } from '*.jpg';
}
declare module '*.svg' {
  export { default } from '*.jpg';
}
declare module '*.JPG' {
  export { default } from '*.jpg';
}
declare module '*.JPEG' {
  export { default } from '*.jpg';
}
declare module '*.PNG' {
  export { default } from '*.jpg';
}
declare module '*.WEBP' {
  export { default } from '*.jpg';
}
declare module '*.AVIF' {
  export { default } from '*.jpg';
}
declare module '*.GIF' {
  export { default } from '*.jpg';
}
declare module '*.SVG' {
  export { default } from '*.jpg';
}
/** The address of the unchanged file. */
declare module '*?url' {
  const address: string;
  export default address;
}
