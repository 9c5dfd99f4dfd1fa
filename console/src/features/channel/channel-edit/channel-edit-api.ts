import { channelEditCalls, type modelDeletion } from '@turnpike/contract';
import type { z } from 'zod';
import { callApiBeside } from '../../../api/call-api.ts';
import { useAction } from '../../../ui/list/entity-mutations.ts';
import { channels } from '../channel-api.ts';

type Edit = z.input<typeof modelDeletion>;

export const useDeleteModel = () =>
  useAction(channels, (input: Edit) => callApiBeside(channelEditCalls.deleteModel, { input }), {
    isQuiet: true,
  });

export const useSetApiVersion = () =>
  useAction(channels, (input: Edit) => callApiBeside(channelEditCalls.setApiVersion, { input }), {
    isQuiet: true,
  });
