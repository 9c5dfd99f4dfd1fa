/** Rarely used parts of the list in one file, because each separate file costs the list about half a kilobyte. */
export { ChannelNumberEditor } from './channel-number-editor.tsx';
export { DeleteDisabled } from './delete-disabled.tsx';
export { TestAll } from './test-all.tsx';
export { UpdateBalances } from './update-balances.tsx';
