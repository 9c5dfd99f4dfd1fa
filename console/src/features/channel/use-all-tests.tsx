import type { ReactNode } from 'react';
import { lazyPart } from '../../ui/lazy-part.ts';
import { askTests } from './channel-api.ts';
import { useChannelRun } from './use-channel-run.tsx';

const TestChannels = lazyPart(() => import('./test-channels.tsx'));

/** Tests all enabled channels, and the dialog that shows how far it is. */
export const useAllTests = (): { start: () => void; dialog: ReactNode } =>
  useChannelRun(askTests, (state) => <TestChannels {...state} />);
