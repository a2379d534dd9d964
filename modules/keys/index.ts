export { createKey, type NewKey } from './key.ts';
