import { z } from 'zod';
import { call } from '../call.ts';
import { price } from './price.ts';

export const availableModel = z.object({ groups: z.array(z.string()), owned_by: z.string(), price });

export const modelCalls = {
  owners: call('GET /api/model_ownedby/', {
    access: 'public',
    summary: 'Model owners',
    output: z.array(z.object({ id: z.number().int(), name: z.string(), icon: z.string() })),
  }),
  ownersById: call('GET /api/ownedby', {
    access: 'public',
    summary: 'Model owners by number',
    output: z.record(z.string(), z.object({ id: z.number().int(), name: z.string(), icon: z.string() })),
  }),
  available: call('GET /api/available_model', {
    access: 'public',
    summary: 'Models that can be called, with groups and price',
    output: z.record(z.string(), availableModel),
  }),
};
