/** The earlier address of `useForm`; apps still import it. */
export { useForm, type FormHandle } from '@voltframe/kit/react';
