import type { RequestTarget } from '../conversation-format.ts';
import type { Conversation } from '../neutral/conversation.ts';
import { rootOf } from '../neutral/object-root.ts';
import { tellOutput } from '../neutral/told-schema.ts';
import { featuresOf } from './openai-features.ts';

/**
 * The conversation as OpenAI takes it, whose schemas are of objects, enforced or not. A schema of a list or another
 * value goes into the instructions. Source: OpenAI docs, "Structured Outputs", "Supported schemas".
 * @throws request.invalid where the schema refers to nothing
 */
export function withObjectSchema(talk: Conversation, target: RequestTarget): Conversation {
  const { output } = talk;
  if (output?.format !== 'schema' || output.schema === null) return talk;
  if (target.takesNoSchemas) return tellOutput(talk, target);
  if (featuresOf(target.upstreamModel) === null) return talk;
  const schema = rootOf(output.schema, 'response_format');
  return schema.type === 'object' && !('anyOf' in schema)
    ? { ...talk, output: { ...output, schema } }
    : tellOutput(talk, target);
}
