import { z } from 'zod';
import { call } from '../call.ts';

export const optionCalls = {
  list: call('GET /api/option/', {
    access: 'root',
    summary: 'Stored and default options; secrets are left out',
    output: z.array(z.object({ key: z.string(), value: z.string() })),
  }),
  update: call('PUT /api/option/', {
    access: 'root',
    summary: 'Set an option',
    input: z.object({ key: z.string().min(1).max(100), value: z.string().max(200_000) }),
  }),
};
