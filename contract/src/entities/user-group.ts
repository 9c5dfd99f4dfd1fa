import { z } from 'zod';
import { call, etag, idParam, queryText } from '../call.ts';
import { pageOf, pageQuery } from '../page.ts';
import { points, ratio, whole } from '../points.ts';
import { line } from '../text.ts';
import { budgetList, budgetView } from './budget.ts';
import { callLimits } from './call-limits.ts';

/** How a call's channel is chosen among those of one priority. */
export const groupStrategies = ['weight', 'least_busy', 'latency', 'cost'] as const;
export type GroupStrategy = (typeof groupStrategies)[number];

const MIN_HEDGE_SECONDS = 0.2;

const hedgeSeconds = () =>
  z
    .number()
    .min(0)
    .max(60)
    .refine((seconds) => seconds === 0 || seconds >= MIN_HEDGE_SECONDS, 'user_group.hedge_too_soon');

export const groupSymbol = () =>
  z
    .string()
    .trim()
    .min(1)
    .max(50)
    .regex(/^[A-Za-z0-9_-]+$/, 'user_group.symbol_characters');

export const userGroupView = z.object({
  id: whole(),
  symbol: z.string(),
  name: z.string(),
  ratio: ratio(),
  /** Relay requests per minute and user. */
  api_rate: whole(),
  /** Limit per user, like `api_rate`; 0 means no limit. */
  tokens_per_minute: whole(),
  parallel_calls: whole(),
  promotion_points: z
    .number()
    .int()
    .describe('Top-ups in total, in points, that move a user into the group; 0: none do'),
  strategy: z.enum(groupStrategies),
  hedge_seconds: z.number(),
  hedge_percent: whole(),
  public: z.boolean(),
  enable: z.boolean(),
  etag: etag(),
});
export type UserGroupView = z.output<typeof userGroupView>;

/** As administrators see it: who would be left without it. */
export const usedGroupView = userGroupView.extend({
  user_count: whole(),
  token_count: whole(),
  channel_count: whole(),
  budgets: z.array(budgetView),
});
export type UsedGroupView = z.output<typeof usedGroupView>;

export const userGroupInput = z.object({
  symbol: groupSymbol(),
  name: line().min(1).max(50),
  ratio: ratio().describe('Factor on every price, 1 leaves it; at most nine decimals'),
  api_rate: z.number().int().min(1).max(1_000_000).describe('Relayed calls per minute and user'),
  tokens_per_minute: callLimits.tokens_per_minute
    .optional()
    .describe('Input and output tokens per minute and user; 0: no limit'),
  parallel_calls: callLimits.parallel_calls
    .optional()
    .describe('Calls at the same time of each user; 0: no limit'),
  promotion_points: points()
    .optional()
    .describe(
      'Top-ups in total that move a user into the group, unless an administrator chose their group; 0: none do',
    ),
  budgets: budgetList()
    .optional()
    .describe('Maximum cost of all members’ calls in a period, for all models or some'),
  strategy: z
    .enum(groupStrategies)
    .optional()
    .describe(
      'Choice among channels of one priority: by weight, the least busy one, the quickest to its first byte, or the cheapest',
    ),
  hedge_seconds: hedgeSeconds()
    .optional()
    .describe(
      'A second channel is asked if a stream has not begun after so many seconds, at least 0.2; 0: never. The caller pays once',
    ),
  hedge_percent: z
    .number()
    .int()
    .min(1)
    .max(100)
    .optional()
    .describe('Largest share of the streams that a second channel is asked for, in percent; 5 unless given'),
  public: z.boolean().describe('Everybody may choose it for a key'),
  enable: z.boolean().optional().describe('On unless given'),
  with_default_channels: z
    .boolean()
    .optional()
    .describe(
      'The channels that serve the default group now serve this one too, later ones do not; without any, every call of its members is refused',
    ),
});

export const userGroupChange = userGroupInput
  .omit({ symbol: true, enable: true, with_default_channels: true })
  .extend({
    id: z.number().int().min(1),
  });

export const userGroupCalls = {
  map: call('GET /api/user_group_map', {
    access: 'public',
    summary: 'Groups that the caller may see, by symbol',
    output: z.record(z.string(), userGroupView),
  }),
  symbols: call('GET /api/group/', {
    access: 'admin',
    summary: 'Symbols of the enabled groups',
    output: z.array(z.string()),
  }),
  list: call('GET /api/user_group/', {
    access: 'admin',
    summary: 'List user groups',
    query: pageQuery(
      ['id', 'symbol', 'name', 'api_rate', 'public', 'enable'] as const,
      'Beginning of the symbol or the name, in any case',
    ),
    output: pageOf(usedGroupView),
  }),
  get: call('GET /api/user_group/:id', {
    access: 'admin',
    summary: 'Read a user group',
    params: idParam,
    output: usedGroupView,
  }),
  create: call('POST /api/user_group/', {
    access: 'admin',
    summary: 'Create a user group',
    input: userGroupInput,
    output: userGroupView,
  }),
  update: call('PUT /api/user_group/', {
    access: 'admin',
    summary: 'Change a user group',
    input: userGroupChange,
    output: userGroupView,
    ifMatch: true,
  }),
  toggle: call('PUT /api/user_group/enable/:id', {
    access: 'admin',
    summary: 'Turn a user group on or off',
    params: idParam,
  }),
  remove: call('DELETE /api/user_group/:id', {
    access: 'admin',
    summary: 'Delete a user group that no user and no channel uses, and no key unless they are moved',
    params: idParam,
    query: z.object({
      move_to: queryText(50).describe(
        'Symbol of another group. Keys that name the deleted one, also as `backup_group`, name it then; it serves those whose owners may use it',
      ),
    }),
  }),
};
