/** Rarely used parts of the list in one file, because each separate file costs the list about half a kilobyte. */

export { UpdateBalances } from './channel-balance/update-balances.tsx';
export { ChannelNumberEditor } from './channel-number-editor.tsx';
export { TestAll } from './channel-test/test-all.tsx';
export { DeleteDisabled } from './delete-disabled.tsx';
