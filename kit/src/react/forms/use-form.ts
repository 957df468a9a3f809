/** Where `useForm` was while each app had a copy of it: other teams import it from here. */
export { useForm, type FormHandle } from '@voltframe/kit/react';
