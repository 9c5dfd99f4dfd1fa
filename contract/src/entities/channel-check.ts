import { z } from 'zod';
import { eventsCall } from '../events-call.ts';
import { hasControlCharacters } from '../text.ts';
import { MAX_MODEL_NAME } from './channel.ts';

/** Models of one check: each costs some calls. */
export const MAX_CHECKED_MODELS = 50;

/** Real calls that the check of one model makes at most, one for each of `checkProcesses`. */
export const CALLS_A_CHECKED_MODEL = 3;

/** Steps of the check of a model; each is one call. */
export const checkProcesses = ['basic', 'stream', 'function'] as const;
export type CheckProcess = (typeof checkProcesses)[number];

/** Things that a step judges. */
export const checkResults = ['answer', 'usage', 'model', 'stream', 'function'] as const;
export type CheckResultName = (typeof checkResults)[number];

/** Source: docs/reference/compatibility.md, "Tests". */
export const checkStatus = { failed: 0, passed: 1, unknown: 2 } as const;

const modelNames = z
  .string()
  .trim()
  .max(MAX_CHECKED_MODELS * (MAX_MODEL_NAME + 1))
  .superRefine((text, issues) => {
    const add = (message: string) => issues.addIssue({ code: 'custom', message });
    const names = splitModels(text);
    if (names.some((name) => name === '')) add('channel.model_empty');
    if (names.some((name) => name.includes('*'))) add('channel.check_wildcard');
    if (names.some(hasControlCharacters)) add('text.control_characters');
    if (names.some((name) => name.length > MAX_MODEL_NAME)) add('invalid_text');
    if (new Set(names).size > MAX_CHECKED_MODELS) add('channel.check_too_many');
  })
  .describe(`Names by comma, at most ${MAX_CHECKED_MODELS}`);

const splitModels = (text: string): string[] => text.split(',').map((name) => name.trim());

export const channelCheckInput = z.object({
  id: z.number().int().min(1).describe('Number of the channel'),
  models: modelNames,
});

export const checkedModel = z.object({
  model: z.string(),
  process: z.array(
    z.object({
      name: z.enum(checkProcesses),
      results: z.array(
        z.object({
          name: z.enum(checkResults),
          status: z.union([z.literal(0), z.literal(1), z.literal(2)]),
          remark: z.string().describe('The fact that was found, such as the name that the answer reports'),
          code: z.string().describe('Code of the error catalogue; empty where it passed'),
        }),
      ),
      response: z.unknown().describe('The answer of the upstream; null where it is long or a stream'),
    }),
  ),
});
export type CheckedModel = z.output<typeof checkedModel>;

export const channelCheckEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('result'), data: checkedModel }),
  z.object({ type: z.literal('heartbeat'), data: z.literal('ping') }),
  z.object({ type: z.literal('done'), data: z.literal('completed') }),
]);
export type ChannelCheckEvent = z.output<typeof channelCheckEvent>;

export const channelCheckCalls = {
  check: eventsCall('POST /api/sse/channel/check', {
    access: 'admin',
    summary: 'Check by real calls whether a channel serves its models; ends when the caller leaves',
    input: channelCheckInput,
    event: channelCheckEvent,
  }),
};
