import { z } from 'zod';
import { pluginKinds, pluginNames } from '../catalogues/channel-plugins.ts';
import { customDialects } from '../catalogues/dialects.ts';

/** What a vendor's key is made of, in the order in which its parts are written, with `|` between them. */
export const keyParts = [
  'key',
  'account_id',
  'token',
  'region',
  'access_key_id',
  'secret_access_key',
  'session_token',
] as const;
export type KeyPart = (typeof keyParts)[number];

/** What some vendors need next to address and key: a channel's `other`. */
export const otherMeanings = ['api_version', 'region'] as const;
export type OtherMeaning = (typeof otherMeanings)[number];

/** A provider as the form of a channel needs to know it. */
export const channelTypeView = z.object({
  id: z.number().int().describe("Number stored in a channel's `type`"),
  name: z.string(),
  label: z.string(),
  base_url: z.string().describe('Address used where the channel names none; empty where there is none'),
  base_url_required: z.boolean(),
  key: z.enum(['required', 'optional', 'none']),
  key_parts: z.array(z.enum(keyParts)).describe('What a key is made of, with `|` between the parts'),
  key_example: z.string(),
  key_site: z.string().describe('Where the owner of an account finds its keys; empty where nobody knows'),
  other: z.enum(['', ...otherMeanings]).describe('What `other` means; empty where it is not read'),
  other_example: z.string(),
  plugin: z
    .array(
      z.object({
        plugin: z.enum(pluginNames),
        name: z.string(),
        kind: z.enum(pluginKinds),
        example: z.string().describe('What counts where it is not set, or what it looks like'),
      }),
    )
    .describe('What `plugin` may set'),
  models: z.array(z.string()).describe('Models to begin with'),
  test_model: z.string(),
  dialects: z
    .array(z.enum(customDialects))
    .describe('What `dialects` may name; empty where the type says what its upstream speaks'),
  has_model_list: z.boolean().describe('Its upstream can be asked for its models'),
  has_balance: z.boolean().describe('Its upstream can be asked for the balance of an account'),
  is_demo: z.boolean().describe('Answers by itself, without an upstream'),
});
export type ChannelTypeView = z.output<typeof channelTypeView>;
