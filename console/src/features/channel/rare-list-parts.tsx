/** What few readers of the list need, in one file: each file of its own costs the list about half a kilobyte. */
export { ChannelNumberEditor } from './channel-number-editor.tsx';
export { DeleteDisabled } from './delete-disabled.tsx';
export { TestAll } from './test-all.tsx';
export { UpdateBalances } from './update-balances.tsx';
