import { z } from 'zod';

/** Stands in place of a path for an operation that is switched off. */
export const PATH_OFF = 'disable';

const text = (max: number) => z.string().trim().max(max).optional();
const path = () =>
  z
    .string()
    .trim()
    .max(200)
    .regex(/^(?:\/[\x21-\x7e]*|disable)?$/)
    .optional();
const flag = () => z.boolean().optional();

/**
 * Provider settings of a channel in addition to address and key, by one-hub's names. The description of a provider lists
 * those that it accepts.
 */
export const channelPlugin = z.strictObject({
  /** Paths of a custom channel, by one-hub's numbers of operations. */
  customize: z
    .strictObject({
      ...{ 1: path(), 2: path(), 3: path(), 4: path(), 5: path(), 6: path(), 7: path(), 9: path() },
      ...{ 10: path(), 11: path(), 13: path(), 16: path() },
    })
    .optional(),
  retrieval: z.strictObject({ knowledge_id: text(100), prompt_template: text(8000) }).optional(),
  web_search: z.strictObject({ enable: flag() }).optional(),
  code_execution: z.strictObject({ enable: flag() }).optional(),
  /** By OpenAI's name. */
  voice: z
    .strictObject({
      ...{ alloy: text(200), echo: text(200), fable: text(200) },
      ...{ onyx: text(200), nova: text(200), shimmer: text(200) },
    })
    .optional(),
});
export type ChannelPlugin = z.output<typeof channelPlugin>;

export const pluginNames = ['customize', 'retrieval', 'web_search', 'code_execution', 'voice'] as const;
export type PluginName = (typeof pluginNames)[number];

/** How the form asks for a parameter. */
export const pluginKinds = ['text', 'long_text', 'path', 'switch'] as const;
export type PluginKind = (typeof pluginKinds)[number];

/** @returns an empty one where the text is none */
export function readChannelPlugin(stored: string): ChannelPlugin {
  if (stored === '') return {};
  return channelPlugin.safeParse(JSON.parse(stored)).data ?? {};
}
