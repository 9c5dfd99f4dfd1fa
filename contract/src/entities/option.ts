import { z } from 'zod';
import { call, etag } from '../call.ts';
import { searchQuery, searchResult } from './web-search.ts';

const optionValue = z.object({ key: z.string().min(1).max(100), value: z.string().max(200_000) });

export const optionCalls = {
  list: call('GET /api/option/', {
    access: 'admin',
    summary: 'Stored and default options; secrets are left out, the guarded words for all but root',
    output: z.array(z.object({ key: z.string(), value: z.string(), etag: etag() })),
  }),
  safeTools: call('GET /api/option/safe_tools', {
    access: 'root',
    summary: 'Tools that can check the texts of requests',
    output: z.array(z.string()),
  }),
  update: call('PUT /api/option/', {
    access: 'root',
    summary: 'Set an option',
    input: optionValue,
    ifMatch: true,
  }),
  testMail: call('POST /api/option/test_mail', {
    access: 'root',
    summary: 'Send a test mail now, by the stored settings',
    input: z.object({ to: z.email().max(254) }),
    output: z.object({
      sent: z.boolean(),
      answer: z.string().describe("The mail server's own answer, or the reason why there is none"),
    }),
  }),
  testSearch: call('POST /api/option/test_search', {
    access: 'root',
    summary: 'Search the web now, by the stored settings; nothing is charged',
    input: z.object({ query: searchQuery() }),
    output: z.object({
      answered: z.boolean(),
      reason: z.string().describe('Why the engine did not answer; empty if it did'),
      results: z.array(searchResult),
    }),
  }),
  updateMany: call('PUT /api/option/batch', {
    access: 'root',
    summary: 'Set several options, all or none. An `If-Match` lists the states of those that are set',
    input: z.object({ options: z.array(optionValue).min(1).max(100) }),
    ifMatch: true,
  }),
};
