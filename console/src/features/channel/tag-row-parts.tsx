/** Parts that only lists with tags need. */
export { TagActions } from './tag-actions.tsx';
export { TagName } from './tag-name.tsx';
