import { z } from 'zod';

const CONTROL_CHARACTERS = /[\p{Cc}\p{Zl}\p{Zp}]/u;

export const hasControlCharacters = (text: string): boolean => CONTROL_CHARACTERS.test(text);

/** A name, or another text of one line; trimmed. */
export const line = () =>
  z
    .string()
    .trim()
    .refine((text) => !hasControlCharacters(text), 'text.control_characters');

/**
 * Whether a text can be stored and handed on as it is: PostgreSQL takes no NUL, and half of a surrogate pair has no
 * UTF-8.
 */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
