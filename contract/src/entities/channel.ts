import { z } from 'zod';
import { batchIds, batchResult } from '../batch.ts';
import {
  call,
  epochSeconds,
  etag,
  idParam,
  queryChoice,
  queryCode,
  queryNumber,
  queryText,
} from '../call.ts';
import { channelPlugin } from '../catalogues/channel-plugins.ts';
import { customDialects, defaultDialects } from '../catalogues/dialects.ts';
import { csvCall } from '../csv-call.ts';
import { field, queryOf } from '../filter-field.ts';
import { NAME_KEYWORD, pageOf, pageQuery } from '../page.ts';
import { ratio, sum, whole } from '../points.ts';
import { hasControlCharacters, line } from '../text.ts';
import { callLimits } from './call-limits.ts';
import { channelBalance } from './channel-balance.ts';
import { channelKey, channelKeys, keyModes, MAX_KEYS, MAX_NEW_CHANNELS } from './channel-key-text.ts';
import { headerRows, jsonObjectText, parameterRows, readObject } from './channel-overrides.ts';
import { balancesResult, channelTestBeside, partQuery, testsResult } from './channel-run.ts';
import { channelTypeView } from './channel-type.ts';

/** Source: docs/reference/compatibility.md, "States and roles". */
export const channelStatus = { enabled: 1, disabled: 2, autoDisabled: 3 } as const;
const channelStatusNumber = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);

const modelList = z
  .string()
  .trim()
  .max(65_535)
  .superRefine((text, issues) => {
    const names = text.split(',').map((name) => name.trim());
    if (names.some((name) => name === ''))
      issues.addIssue({ code: 'custom', message: 'channel.model_empty' });
    // A wildcard is the last of at least two characters. Source: docs/reference/compatibility.md, "Channels".
    if (names.some((name) => name.includes('*') && !/^[^*]+\*$/.test(name))) {
      issues.addIssue({ code: 'custom', message: 'channel.wildcard_not_last' });
    }
    if (names.some(hasControlCharacters))
      issues.addIssue({ code: 'custom', message: 'text.control_characters' });
  });

const baseUrl = z
  .string()
  .trim()
  .max(500)
  // Paths are put behind it: what follows a `?` or `#` would be lost without a word. One that ends with `#` is whole.
  .refine((text) => !(text.endsWith('#') ? /#./ : /[?#]/).test(text), 'channel.base_url_query')
  .transform((text) => text.replace(/\/+$/, ''))
  .refine((text) => text === '' || /^https?:\/\/[^\s\p{Cc}\\]+$/u.test(text), 'channel.base_url_invalid');

/** Bounds of an upstream's model list; longer names and further models are left out. */
export const MAX_LISTED_MODELS = 5000;
export const MAX_MODEL_NAME = 200;

/** Models of a channel that have a cost ratio of their own. */
export const MAX_MODEL_COSTS = 500;
const FORBIDDEN_NAMES = ['__proto__', 'constructor', 'prototype'];

/** Cost ratios by the names of the upstream's models. */
const modelCostRatios = z.record(z.string(), ratio()).superRefine((ratios, issues) => {
  const names = Object.keys(ratios);
  if (names.length > MAX_MODEL_COSTS)
    issues.addIssue({ code: 'too_big', origin: 'array', maximum: MAX_MODEL_COSTS, input: ratios });
  for (const name of names) {
    const message = modelNameFault(name);
    if (message !== undefined) issues.addIssue({ code: 'custom', message, path: [name] });
  }
});

function modelNameFault(name: string): string | undefined {
  if (name.trim() === '') return 'channel.model_empty';
  if (name.length > MAX_MODEL_NAME) return 'too_big';
  if (FORBIDDEN_NAMES.includes(name)) return 'json.forbidden_name';
  return hasControlCharacters(name) ? 'text.control_characters' : undefined;
}

/** Its exact content is checked when it is saved. */
const proxyAddress = z
  .string()
  .trim()
  .max(500)
  .regex(/^(?:(?:https?|socks5h?):\/\/[\x21-\x7e]+)?$/i, 'channel.proxy_invalid');

/** one-hub's clients send the object itself, or null. */
const pluginText = z
  .union([z.string(), z.record(z.string(), z.unknown()), z.null()])
  .transform((given) => (typeof given === 'string' ? given : given === null ? '' : JSON.stringify(given)))
  .pipe(
    jsonObjectText(20_000).refine(
      (text) => channelPlugin.safeParse(readObject(text)).success,
      'channel.plugin_invalid',
    ),
  );

const dialectList = z.array(z.enum(customDialects));

/** Kinds of call that a test can make. */
export const channelTestKinds = ['chat', 'embedding', 'rerank', 'moderation', 'image', 'speech'] as const;
export type ChannelTestKind = (typeof channelTestKinds)[number];
const TEST_KIND = 'Kind of request; absent: a chat answer or an embedding, by the name of the model';

/** A channel as shown; its keys are write-only, `key_hint` helps to recognise the first. */
export const channelView = z.object({
  id: whole(),
  type: whole(),
  key_hint: z.string().describe('Ends of the first key; empty where the channel has none'),
  key_count: whole(),
  enabled_key_count: whole(),
  status: channelStatusNumber,
  name: z.string(),
  weight: whole(),
  priority: whole(),
  created_time: epochSeconds(),
  test_time: epochSeconds().describe('Time of the last test, successful or not; 0: not tested'),
  response_time: z.number().int().describe('Milliseconds of the last test; 0 where it failed'),
  test_error: z.string().describe('Code of the error of the last test; empty where it passed'),
  ...channelBalance,
  base_url: z.string(),
  other: z.string(),
  models: z.string(),
  models_added: z.array(z.string()).describe('Listed by the upstream since somebody looked, not in `models`'),
  models_missing: z.array(z.string()).describe('In `models`, not listed by the upstream'),
  models_checked_time: epochSeconds().describe(
    'When the upstream was last asked for its list by the daily look',
  ),
  group: z.string(),
  tag: z.string(),
  used_quota: sum(),
  /** Calls whose usage the gateway estimated, in whole or in part, and calls whose reported usage it flagged. */
  estimated_calls: whole(),
  flagged_calls: whole(),
  model_mapping: z.string(),
  test_model: z.string(),
  disabled_stream: z.array(z.string()),
  only_chat: z.boolean(),
  allow_private_network: z.boolean(),
  dialects: dialectList,
  cost_ratio: ratio(),
  model_cost_ratios: z.record(z.string(), ratio()),
  model_headers: z.string(),
  custom_parameter: z.string(),
  plugin: z.string(),
  proxy: z.string().describe('`***` stands for its password, or for the user where there is none'),
  ...callLimits,
  etag: etag(),
});
export type ChannelView = z.output<typeof channelView>;

/** Its calls name a tag in their address, where these mean something else. */
const RESERVED_TAGS = ['_all', '.', '..'];

export const channelTag = line()
  .max(32)
  .refine((text) => !RESERVED_TAGS.includes(text), 'channel.tag_reserved');

/** Characters of a channel's name. */
export const MAX_CHANNEL_NAME = 100;

const channelFields = z.object({
  type: z.number().int().min(0).max(100_000).describe('Number of the provider'),
  name: line().min(1).max(MAX_CHANNEL_NAME),
  weight: z
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .describe('Share of the calls among channels of one priority'),
  priority: z.number().int().min(0).max(1_000_000).describe('Channels of a higher one are tried first'),
  base_url: baseUrl,
  other: line().max(500).describe('A further value that some providers need, such as a version'),
  models: modelList
    .refine((text) => text !== '', 'channel.model_empty')
    .describe('Names separated by commas; the last character of one may be `*`'),
  group: line().min(1).max(2000).describe('Symbols of the groups it serves, separated by commas'),
  tag: channelTag.describe('Channels of one tag are changed together; empty: none'),
  model_mapping: jsonObjectText(65_535).describe(
    'JSON object as text: the requested model to the one that the upstream is asked for; `+` before it bills the requested one',
  ),
  test_model: line().max(100),
  disabled_stream: z
    .array(line().min(1).max(100))
    .max(1000)
    .describe('Models that it does not stream; streamed calls of them go to other channels'),
  only_chat: z.boolean().describe('Serves chat only, no other operation'),
  allow_private_network: z
    .boolean()
    .describe('The address may lie in a private network. Only root may set it'),
  dialects: dialectList
    .min(1)
    .max(customDialects.length)
    .describe('Dialects of the upstream; stored for channels of type 8 only, other types determine them'),
  model_headers: headerRows.describe(
    'JSON object as text: headers of every request to the upstream; null leaves one out. `{{user_id}}`, `{{username}}`, `{{token_name}}`, `{{group}}`, `{{model}}`, `{{upstream_model}}`, `{{request_id}}` and `{{api_key}}` are filled in',
  ),
  custom_parameter: parameterRows.describe(
    'JSON object as text: members that are added to a request; with `overwrite: true` they replace its own, and null leaves one out. `per_model` has those of single models. `rename` gives members other names, for all or, in `per_model`, for one. Texts may have the places of `model_headers` but for `{{api_key}}`',
  ),
  plugin: pluginText.describe(
    'JSON object as text: settings of the provider, by plugin and name; `GET /api/channel/types` lists them. An object is accepted too',
  ),
  proxy: proxyAddress.describe(
    'Every request to the upstream goes through it: `http`, `https`, `socks5` or `socks5h://user:password@host:port`. `%s` becomes a name that stays the same for the key. Sealed; what was shown of it keeps the stored one',
  ),
  cost_ratio: ratio().describe(
    'Share of the list price that the upstream charges, such as 0.7. Log rows then show your cost of a call. 0: unknown',
  ),
  model_cost_ratios: modelCostRatios.describe(
    `Cost ratios of single models, in place of \`cost_ratio\`, by the names that the upstream is asked for; at most ${MAX_MODEL_COSTS}. 0: the model costs nothing`,
  ),
  ...callLimits,
});

export const channelInput = channelFields.extend({
  key: channelKeys.describe(
    'Sealed and never answered; may be empty where the provider needs none. Several, one a line: see `key_mode`',
  ),
  key_mode: z
    .enum(keyModes)
    .default('channels')
    .describe(
      `Several keys make a channel each, at most ${MAX_NEW_CHANNELS}, the further ones named with \`_2\`, \`_3\` behind (\`channels\`), or belong to one channel, at most ${MAX_KEYS} (\`one_channel\`)`,
    ),
  weight: channelFields.shape.weight.default(1),
  priority: channelFields.shape.priority.default(0),
  base_url: baseUrl.default(''),
  other: channelFields.shape.other.default(''),
  group: channelFields.shape.group.default('default'),
  tag: channelFields.shape.tag.default(''),
  model_mapping: channelFields.shape.model_mapping.default(''),
  test_model: channelFields.shape.test_model.default(''),
  disabled_stream: channelFields.shape.disabled_stream.default([]),
  only_chat: z.boolean().default(false),
  allow_private_network: z.boolean().default(false),
  dialects: channelFields.shape.dialects.default([...defaultDialects]),
  cost_ratio: channelFields.shape.cost_ratio.default(0),
  model_cost_ratios: modelCostRatios.default({}),
  model_headers: headerRows.default(''),
  custom_parameter: parameterRows.default(''),
  plugin: pluginText.default(''),
  proxy: proxyAddress.default(''),
  requests_per_minute: callLimits.requests_per_minute.default(0),
  tokens_per_minute: callLimits.tokens_per_minute.default(0),
  parallel_calls: callLimits.parallel_calls.default(0),
});
export type ChannelInput = z.output<typeof channelInput>;

/** Absent means unchanged; an empty `key` keeps the stored one. */
export const channelChange = channelFields.partial().extend({
  id: z.number().int().min(1),
  key: channelKey
    .optional()
    .describe(
      'Empty or absent keeps what is stored; needed when type or address change, and then in place of all keys. Else refused where the channel has several: they have calls of their own',
    ),
  status: z.union([z.literal(channelStatus.enabled), z.literal(channelStatus.disabled)]).optional(),
});
export type ChannelChange = z.output<typeof channelChange>;

/** A channel that is not saved yet, or a saved one (`id`) with what the form changed. */
export const channelDraft = channelFields.partial().extend({
  key: channelKey
    .optional()
    .describe(
      'Needed where the provider needs one, unless `id` names a channel of the same type and address',
    ),
  id: z.number().int().min(1).optional(),
  type: channelFields.shape.type,
  model: line().max(100).optional().describe('Model to call; `test_model` unless given'),
  kind: z.enum(channelTestKinds).optional().describe(TEST_KIND),
});

/** Which models it has plays no part where the upstream is asked for its list. */
export const modelListDraft = channelDraft.omit({
  model: true,
  kind: true,
  models: true,
  model_mapping: true,
  test_model: true,
});

/** One thing done to many channels; the value that an action sets is needed by it. */
export const channelBatch = z.object({
  ids: batchIds,
  action: z.enum(['enable', 'disable', 'delete', 'set_group', 'set_priority', 'set_weight']),
  group: channelFields.shape.group.optional().describe('Needed by `set_group`'),
  priority: channelFields.shape.priority.optional().describe('Needed by `set_priority`'),
  weight: channelFields.shape.weight.optional().describe('Needed by `set_weight`'),
});
export type ChannelBatch = z.output<typeof channelBatch>;

export const channelOrder = [
  'id',
  'name',
  'group',
  'type',
  'status',
  'response_time',
  'priority',
  'weight',
] as const;

/** Fields of the list of channels, and of its file. */
export const channelFilterFields = {
  keyword: field(queryText(), { about: NAME_KEYWORD, column: 'name', compare: 'beginning' }),
  type: field(queryCode(), { about: 'Number of the provider; 0 or absent: all', column: 'type' }),
  status: field(queryCode(), {
    about: '1 enabled, 2 disabled, 3 disabled by the gateway; 0 or absent: all',
    column: 'status',
  }),
  name: field(queryText(), { about: 'Part of the name, in any case' }),
  group: field(queryText(), { about: 'Symbol of a group that the channel serves' }),
  models: field(queryText(), {
    about: 'Part of the list of models, in any case',
    column: 'models',
    compare: 'part',
  }),
  tag: field(queryText(), { about: 'The whole tag', column: 'tag' }),
  filter_tag: field(queryNumber(2), {
    about:
      '0: channels without a tag, and one row for each tag; 1: channels without a tag; 2: one row for each tag. Absent: every channel. A file has every channel of a tag',
  }),
};

/** A row of the list: a channel, or a tag by the newest of its channels that the filter shows. */
export const channelRow = channelView.extend({
  tag_channels: z
    .object({ total: z.number().int(), enabled: z.number().int() })
    .nullable()
    .describe('Channels of the tag that the row stands for; null where it stands for one channel'),
});
export type ChannelRow = z.output<typeof channelRow>;

export const tagParam = z.object({ tag: line().min(1).max(32).describe('The whole tag') });

export const channelCalls = {
  list: call('GET /api/channel/', {
    access: 'admin',
    summary: 'List channels; without an order those that fail or rest come first',
    query: pageQuery(channelOrder).extend(queryOf(channelFilterFields)),
    output: pageOf(channelRow),
  }),
  exportCsv: csvCall('GET /api/channel/export', {
    access: 'admin',
    summary: 'Channels that a filter shows, newest first and without their keys, as comma-separated values',
    query: z.object(queryOf(channelFilterFields)),
    columns: {
      id: 'number',
      name: 'text',
      type: 'number',
      status: 'number',
      group: 'text',
      models: 'text',
      model_mapping: 'text',
      base_url: 'text',
      priority: 'number',
      weight: 'number',
      tag: 'text',
      test_model: 'text',
      response_time: 'number',
      used_quota: 'number',
      created_time: 'time',
      test_time: 'time',
      test_error: 'text',
    },
  }),
  types: call('GET /api/channel/types', {
    access: 'admin',
    summary: 'List the providers that a channel can use',
    output: z.array(channelTypeView),
  }),
  models: call('GET /api/channel/models', {
    access: 'admin',
    summary: 'Models that have a price',
    output: z.array(z.object({ id: z.string(), owned_by: z.string() })),
  }),
  get: call('GET /api/channel/:id', {
    access: 'admin',
    summary: 'Read a channel',
    params: idParam,
    output: channelView,
  }),
  unpriced: call('GET /api/channel/:id/unpriced', {
    access: 'admin',
    summary: 'Models of a channel that have no price, so that their calls are refused',
    params: idParam,
    output: z
      .array(z.string())
      .describe('As the channel names them; names with a wildcard are not looked at'),
  }),
  create: call('POST /api/channel/', {
    access: 'admin',
    summary: 'Create a channel, or, as `key_mode` says, one for each of several keys; all or none',
    input: channelInput,
    output: channelView.extend({
      created: z
        .array(z.number().int())
        .optional()
        .describe('Numbers of all that were made, where there were several keys; `data` is the first'),
    }),
  }),
  update: call('PUT /api/channel/', {
    access: 'admin',
    summary: 'Change a channel',
    input: channelChange,
    output: channelView,
    ifMatch: true,
  }),
  copy: call('POST /api/channel/copy/:id', {
    access: 'admin',
    summary: 'Copy a channel with its keys; its use and the results of tests and upstreams start empty',
    params: idParam,
    output: channelView,
  }),
  remove: call('DELETE /api/channel/:id', { access: 'admin', summary: 'Delete a channel', params: idParam }),
  removeDisabled: call('DELETE /api/channel/disabled', {
    access: 'admin',
    summary: 'Delete the channels that are disabled, by hand or by the gateway; answers how many',
    output: whole(),
  }),
  batch: call('POST /api/channel/batch', {
    access: 'admin',
    summary: 'Enable, disable, delete, regroup or reorder many channels; says which could not be',
    input: channelBatch,
    output: batchResult,
  }),
  listModels: call('POST /api/channel/provider_models_list', {
    access: 'admin',
    summary: "Ask a channel's upstream for its models, also before the channel is saved",
    input: modelListDraft,
    output: z.array(z.string().max(MAX_MODEL_NAME)).max(MAX_LISTED_MODELS),
  }),
  dismissModels: call('POST /api/channel/models_seen/:id', {
    access: 'admin',
    summary: "Dismiss the new and missing models of the upstream's list; they are not reported again",
    params: idParam,
    output: channelView,
  }),
  updateBalance: call('POST /api/channel/update_balance/:id', {
    access: 'admin',
    summary: "Ask a channel's upstream for the balance of the account, and keep it",
    params: idParam,
    beside: z.object(channelBalance),
  }),
  updateBalances: call('POST /api/channel/update_balance', {
    access: 'admin',
    summary: 'Ask for the balance of every enabled channel whose upstream reports one',
    query: partQuery,
    output: balancesResult,
  }),
  test: call('POST /api/channel/test/:id', {
    access: 'admin',
    summary: 'Test a saved channel by one small real call',
    params: idParam,
    query: z.object({
      model: queryText().describe("Model to call; the channel's test model unless given"),
      key_id: queryNumber().describe('Key to call with; 0 or absent: the first one that is enabled'),
      kind: queryChoice(channelTestKinds).describe(TEST_KIND),
    }),
    beside: channelTestBeside,
  }),
  testEnabled: call('POST /api/channel/test_enabled', {
    access: 'admin',
    summary: 'Test the enabled channels, one after the other, by one small real call each',
    query: partQuery,
    output: testsResult,
  }),
  testDraft: call('POST /api/channel/test', {
    access: 'admin',
    summary: 'Test a channel before it is saved',
    input: channelDraft,
    beside: channelTestBeside,
  }),
  tags: call('GET /api/channel_tag/_all', {
    access: 'admin',
    summary: 'List the tags that channels have',
    output: z.array(z.object({ id: z.literal(0), tag: z.string() })),
  }),
  tagged: call('GET /api/channel_tag/:tag/list', {
    access: 'admin',
    summary: 'List the channels of a tag, newest first',
    params: tagParam,
    output: z.array(channelView),
  }),
  leaveTag: call('DELETE /api/channel/:id/tag', {
    access: 'admin',
    summary: 'Take a channel out of its tag; it stays as it is',
    params: idParam,
    output: channelView,
  }),
};
