import { z } from 'zod';

const MAX_KEY = 20_000;
/** It is sent as a header's value, which takes printable ASCII. */
const KEY_CHARACTERS = /^[\x20-\x7e]*$/;

export const channelKey = z.string().trim().max(MAX_KEY).regex(KEY_CHARACTERS, 'channel.key_characters');

/** Keys of one channel. */
export const MAX_KEYS = 1000;
/** Channels that one call makes. */
export const MAX_NEW_CHANNELS = 100;
/** Characters of all keys that one call gives. */
const MAX_KEYS_TEXT = 500_000;

/** The use of several keys: a channel for each, or one channel with all of them. */
export const keyModes = ['channels', 'one_channel'] as const;
export type KeyMode = (typeof keyModes)[number];

/** One of several keys, and where it stands. */
export interface KeyLine {
  line: number;
  key: string;
}

/** Keys, one a line; empty lines are left out, and lines count from 1. */
export const keyLines = (text: string): KeyLine[] =>
  text
    .split('\n')
    .map((key, index) => ({ line: index + 1, key: key.trim() }))
    .filter(({ key }) => key !== '');

/** One key or several; what is wrong with one of several names its line: `key.3`. */
export const channelKeys = z
  .string()
  .max(MAX_KEYS_TEXT)
  .superRefine((text, issues) => {
    const lines = keyLines(text);
    if (lines.length > MAX_KEYS) issues.addIssue({ code: 'custom', message: 'channel.too_many_keys' });
    const seen = new Set<string>();
    for (const { line, key } of lines) {
      const path = lines.length === 1 ? [] : [line];
      if (key.length > MAX_KEY) {
        issues.addIssue({ code: 'too_big', origin: 'string', maximum: MAX_KEY, input: key, path });
      } else if (!KEY_CHARACTERS.test(key)) {
        issues.addIssue({ code: 'custom', message: 'channel.key_characters', path });
      } else if (seen.has(key)) {
        issues.addIssue({ code: 'custom', message: 'channel.key_repeated', path });
      }
      seen.add(key);
    }
  })
  .transform((text) => text.trim());
