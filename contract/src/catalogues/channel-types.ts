import { type CustomDialect, customDialects } from './dialects.ts';

/**
 * Providers that a channel can use; the console draws its form from this list and the server finds its
 * provider by `name`. Numbers are one-hub's. Source: docs/reference/compatibility.md, "Channel types".
 */
export interface ChannelType {
  /** Number stored in a channel's `type`. */
  id: number;
  name: string;
  label: string;
  /** Address used when the channel names none; empty where the channel must name one. */
  baseUrl: string;
  baseUrlRequired: boolean;
  keyRequired: boolean;
  /** Where the owner of an account finds its keys; empty when there is no such page. */
  site: string;
  models: readonly string[];
  testModel: string;
  /** Dialects that a channel's `dialects` may name; empty where the type says what its upstream speaks. */
  dialects: readonly CustomDialect[];
  /** Answers by itself, without an upstream. */
  isDemo: boolean;
}

export const channelTypes: readonly ChannelType[] = [
  {
    id: 1,
    name: 'openai',
    label: 'OpenAI',
    baseUrl: 'https://api.openai.com',
    baseUrlRequired: false,
    keyRequired: true,
    site: 'https://platform.openai.com/api-keys',
    models: [
      'gpt-4o',
      'gpt-4o-mini',
      'gpt-4.1',
      'gpt-4.1-mini',
      'text-embedding-3-small',
      'text-embedding-3-large',
    ],
    testModel: 'gpt-4o-mini',
    dialects: [],
    isDemo: false,
  },
  {
    id: 8,
    name: 'custom',
    label: 'OpenAI compatible',
    baseUrl: '',
    baseUrlRequired: true,
    keyRequired: true,
    site: '',
    models: [],
    testModel: '',
    dialects: customDialects,
    isDemo: false,
  },
  {
    id: 25,
    name: 'gemini',
    label: 'Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com',
    baseUrlRequired: false,
    keyRequired: true,
    site: 'https://aistudio.google.com/apikey',
    models: [
      'gemini-3.1-pro-preview',
      'gemini-3.5-flash',
      'gemini-3.5-flash-lite',
      'gemini-2.5-pro',
      'gemini-2.5-flash',
      'gemini-2.5-flash-lite',
      'gemini-embedding-001',
    ],
    testModel: 'gemini-2.5-flash-lite',
    dialects: [],
    isDemo: false,
  },
  {
    id: 1000,
    name: 'demo',
    label: 'Demo',
    baseUrl: '',
    baseUrlRequired: false,
    keyRequired: false,
    site: '',
    models: ['demo-chat', 'demo-embedding'],
    testModel: 'demo-chat',
    dialects: [],
    isDemo: true,
  },
  {
    id: 14,
    name: 'anthropic',
    label: 'Anthropic',
    baseUrl: 'https://api.anthropic.com',
    baseUrlRequired: false,
    keyRequired: true,
    site: 'https://platform.claude.com/settings/keys',
    models: [
      'claude-fable-5-1',
      'claude-opus-5-5',
      'claude-sonnet-5-5',
      'claude-haiku-5-5',
      'claude-opus-4-5',
      'claude-sonnet-4-5',
      'claude-haiku-4-5',
    ],
    testModel: 'claude-haiku-4-5',
    dialects: [],
    isDemo: false,
  },
];

export const channelTypeById: ReadonlyMap<number, ChannelType> = new Map(
  channelTypes.map((type) => [type.id, type]),
);
