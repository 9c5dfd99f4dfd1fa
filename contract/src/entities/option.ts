import { z } from 'zod';
import { call } from '../call.ts';

const optionValue = z.object({ key: z.string().min(1).max(100), value: z.string().max(200_000) });

export const optionCalls = {
  list: call('GET /api/option/', {
    access: 'admin',
    summary: 'Stored and default options; secrets are left out, the guarded words for all but root',
    output: z.array(z.object({ key: z.string(), value: z.string() })),
  }),
  update: call('PUT /api/option/', {
    access: 'root',
    summary: 'Set an option',
    input: optionValue,
  }),
  updateMany: call('PUT /api/option/batch', {
    access: 'root',
    summary: 'Set several options, all or none',
    input: z.object({ options: z.array(optionValue).min(1).max(100) }),
  }),
};
