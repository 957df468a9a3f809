// The types of what the build gives to modules. An import of '@voltframe/kit/react' adds them to an app.

/** The values of `import.meta.env`. An app may declare the types of its own. */
interface ImportMetaEnv {
  // oxlint-disable-next-line typescript/no-explicit-any -- the build knows the names and refuses others
  readonly [name: string]: any;
  /** `production` or `development`. */
  MODE: string;
  PROD: boolean;
  DEV: boolean;
  /** Whether the server renders. */
  SSR: boolean;
  BASE_URL: string;
}
interface ImportMeta {
  readonly env: ImportMetaEnv;
}

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
/** A page or a part of one in MDX. */
declare module '*.mdx' {
  import type { ComponentType, JSX } from 'react';

  export default function Content(props: {
    components?: Record<string, ComponentType>;
    [name: string]: unknown;
  }): JSX.Element;
}
/** Class names of a module; other stylesheets are imported for their effect. */
declare module '*.module.scss' {
  const classes: Record<string, string>;
  export default classes;
}
declare module '*.module.sass' {
  export { default } from '*.module.scss';
}
declare module '*.scss' {}
declare module '*.sass' {}
/** The drawing as a component. */
declare module '*.svg?react' {
  import type { JSX, SVGProps } from 'react';

  const Drawing: (props: SVGProps<SVGSVGElement>) => JSX.Element;
  export default Drawing;
}
declare module '*.SVG?react' {
  export { default } from '*.svg?react';
}
/** The address of the unchanged file. */
declare module '*?url' {
  const address: string;
  export default address;
}
/** The text of the file. */
declare module '*?raw' {
  const text: string;
  export default text;
}
/** A class of workers of the script. */
declare module '*?worker' {
  const Script: new () => Worker;
  export default Script;
}
declare module '*.mp4' {
  const address: string;
  export default address;
}
declare module '*.webm' {
  const address: string;
  export default address;
}
declare module '*.ogg' {
  const address: string;
  export default address;
}
declare module '*.mov' {
  const address: string;
  export default address;
}
declare module '*.mp3' {
  const address: string;
  export default address;
}
declare module '*.wav' {
  const address: string;
  export default address;
}
declare module '*.m4a' {
  const address: string;
  export default address;
}
declare module '*.vtt' {
  const address: string;
  export default address;
}
declare module '*.pdf' {
  const address: string;
  export default address;
}
