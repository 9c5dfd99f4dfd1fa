import type { ConversionReport } from '../../dialects/neutral/conversion-report.ts';
import { type Json, listOf, objectOf, textOf } from '../../dialects/neutral/json-values.ts';
import { fieldError, GatewayError } from '../../platform/gateway-error.ts';
import type { Edit } from '../../platform/json/splice.ts';
import type { FinalCall } from '../provider.ts';

/** It is read and written at once. Pictures come by their address. */
const MAX_BYTES = 2 ** 20;
/** Bots are named so where other models stand next to them. */
const PREFIX = /^coze-/;
const NO_USER = 'user';

interface Message {
  role: 'user' | 'assistant';
  type: 'question' | 'answer';
  content: string;
  content_type: 'text' | 'object_string';
}

/**
 * A chat as a question to a bot, which has instructions, tools and settings of its own. It is always asked for a stream: a
 * whole answer would have to be fetched by asking again and again.
 * @throws request.invalid for pictures in the request itself; request.too_large
 * Source: Coze documents, "Chat (v3)", checked 2026-11.
 */
export async function asCozeTakesIt(body: Buffer, { report }: Pick<FinalCall, 'report'>): Promise<Edit[]> {
  if (body.length > MAX_BYTES) throw new GatewayError('request.too_large', { limit: MAX_BYTES });
  const { model, messages, user, stream, stream_options, ...others } = JSON.parse(
    body.toString('utf8'),
  ) as Json;
  for (const name of Object.keys(others)) if (others[name] !== null) report.note('dropped', name);
  const asked = {
    bot_id: textOf(model).replace(PREFIX, ''),
    user_id: textOf(user) || NO_USER,
    stream: true,
    auto_save_history: false,
    additional_messages: listOf(messages).flatMap((message) => messageOf(objectOf(message) ?? {}, report)),
  };
  return [{ start: 0, end: body.length, replacement: JSON.stringify(asked) }];
}

function messageOf({ role, content, tool_calls }: Json, report: ConversionReport): Message[] {
  if (listOf(tool_calls).length > 0) report.note('dropped', 'messages.tool_calls');
  if (role !== 'user' && role !== 'assistant')
    report.note('approximated', `messages.${textOf(role)}`, 'said by the user where it stood');
  const said = typeof content === 'string' ? textMessage(content) : partsMessage(listOf(content), report);
  if (said.content === '') return [];
  const speaker: Pick<Message, 'role' | 'type'> =
    role === 'assistant' ? { role, type: 'answer' } : { role: 'user', type: 'question' };
  return [{ ...speaker, ...said }];
}

type SaidPart = { type: 'text'; text: string } | { type: 'image'; file_url: string };
type Said = Pick<Message, 'content' | 'content_type'>;

const textMessage = (content: string): Said => ({ content, content_type: 'text' });

function partsMessage(parts: readonly unknown[], report: ConversionReport): Said {
  const said = parts.flatMap((given): SaidPart[] => {
    const part = objectOf(given) ?? {};
    if (part.type === 'text') return [{ type: 'text', text: textOf(part.text) }];
    if (part.type === 'image_url') return [{ type: 'image', file_url: addressOf(part.image_url) }];
    report.note('dropped', `messages.content.${textOf(part.type)}`);
    return [];
  });
  if (said.every((part) => 'text' in part)) return textMessage(said.map(({ text }) => text).join('\n'));
  return { content: JSON.stringify(said), content_type: 'object_string' };
}

/** @throws request.invalid where the picture would have to be uploaded first */
function addressOf(image: unknown): string {
  const url = textOf(objectOf(image)?.url ?? image);
  if (!/^https?:/.test(url)) throw fieldError('messages.content', 'unsupported_image');
  return url;
}
