import { z } from 'zod';
import { pluginKinds, pluginNames } from '../catalogues/channel-plugins.ts';
import { customDialects } from '../catalogues/dialects.ts';

/** Parts of a vendor's key, in their written order, separated by `|`. */
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

/** Meanings of a channel's `other`, a further value that some vendors need. */
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
  key_parts: z.array(z.enum(keyParts)).describe('Parts of a key, separated by `|`'),
  key_example: z.string(),
  key_site: z.string().describe('Where the owner of an account finds its keys; empty where nobody knows'),
  other: z.enum(['', ...otherMeanings]).describe('Meaning of `other`; empty if it is not used'),
  other_example: z.string(),
  plugin: z
    .array(
      z.object({
        plugin: z.enum(pluginNames),
        name: z.string(),
        kind: z.enum(pluginKinds),
        example: z.string().describe('The default value, or an example'),
      }),
    )
    .describe('Settings that `plugin` may have'),
  models: z.array(z.string()).describe('Models to begin with'),
  test_model: z.string(),
  dialects: z
    .array(z.enum(customDialects))
    .describe('Possible values of `dialects`; empty if the type determines them'),
  has_model_list: z.boolean().describe('Its upstream can be asked for its models'),
  has_balance: z.boolean().describe('Its upstream can be asked for the balance of an account'),
  is_demo: z.boolean().describe('Answers by itself, without an upstream'),
});
export type ChannelTypeView = z.output<typeof channelTypeView>;
