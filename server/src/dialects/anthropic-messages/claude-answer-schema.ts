import type { RequestTarget } from '../conversation-format.ts';
import type { Conversation } from '../neutral/conversation.ts';
import { tellOutput, wantsAnyJson } from '../neutral/told-schema.ts';
import { featuresOf } from './claude-features.ts';
import { hasUnsayable, toClaudeSchema } from './claude-schema.ts';
import { isTooComplex, requireMembers } from './claude-schema-limits.ts';

const PATH = 'response_format';

/** A conversation, and the schema that Claude keeps to in its answer; null where it keeps to none. */
interface Asked {
  talk: Conversation;
  schema: object | null;
}

/**
 * The schema of the answer in the subset that Claude enforces. A schema outside of it goes into the instructions.
 * @throws request.invalid where references lead nowhere, or the schema is too large
 */
export function withAnswerSchema(talk: Conversation, target: RequestTarget): Asked {
  const { output } = talk;
  const { report, upstreamModel } = target;
  if (output === null || output.format === 'text') return { talk, schema: null };
  const told = (): Asked => ({ talk: tellOutput(talk, target), schema: null });
  // It has no other mode of JSON.
  if (wantsAnyJson(output) || output.schema === null) return told();
  // An answer that was begun cannot be held to a schema, nor can all be said.
  const { keepsToSchemas, takesPrefill } = featuresOf(upstreamModel);
  const isBegun = takesPrefill && talk.turns.at(-1)?.role === 'assistant';
  if (!keepsToSchemas || isBegun || hasUnsayable(output.schema)) return told();
  const schema = toClaudeSchema(output.schema, PATH, report);
  if (schema === null) return told();
  requireMembers(schema, PATH, report);
  return isTooComplex([schema]) ? told() : { talk, schema };
}
