/** What few readers of the list need, in one file: each file of its own costs the list about half a kilobyte. */
export { DeleteDisabled } from './delete-disabled.tsx';
export { NumberEditor } from './number-editor.tsx';
export { TestAll } from './test-all.tsx';
export { UpdateBalances } from './update-balances.tsx';
