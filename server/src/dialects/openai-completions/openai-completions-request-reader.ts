import type { RequestSource } from '../conversation-format.ts';
import { type Conversation, emptyConversation, textPart } from '../neutral/conversation.ts';
import { invalid, Members } from '../neutral/members.ts';

const DIALECT = 'openai-completions';

/**
 * A request of a legacy completion as a conversation: its prompt is the one turn of a user. Parameters that no chat
 * can follow are refused, not dropped, because the answer would not be the requested one.
 * Source: OpenAI API reference, "Create completion" (legacy).
 */
export function readCompletionRequest(tree: unknown, _source: RequestSource): Conversation {
  const request = new Members(tree, '');
  const talk = emptyConversation();
  // Read from the scanned body already.
  for (const name of ['model', 'stream', 'stream_options']) request.any(name);
  talk.turns = [{ role: 'user', name: '', parts: [textPart(readPrompt(request))] }];
  readSettings(request, talk);
  talk.account.user = request.text('user') ?? '';
  assertIsChat(request);
  request.leave(talk.leftovers, DIALECT);
  return talk;
}

/** @throws request.invalid where it is not one text */
function readPrompt(request: Members): string {
  const given = request.any('prompt');
  const prompts = Array.isArray(given) ? given : [given];
  const [prompt, another] = prompts;
  if (prompt === undefined || prompt === null || prompt === '') throw invalid('prompt', 'required');
  if (typeof prompt !== 'string') throw invalid('prompt', 'unsupported_tokens');
  if (another !== undefined) throw invalid('prompt', 'unsupported_list');
  return prompt;
}

function readSettings(request: Members, { settings }: Conversation): void {
  settings.maxOutputTokens = request.number('max_tokens');
  if (settings.maxOutputTokens === 0) throw invalid('max_tokens', 'out_of_range');
  settings.temperature = request.number('temperature');
  settings.topP = request.number('top_p');
  settings.topK = request.number('top_k');
  settings.stop = request.texts('stop');
  settings.seed = request.number('seed');
  settings.answerCount = request.number('n');
  settings.presencePenalty = request.number('presence_penalty');
  settings.frequencyPenalty = request.number('frequency_penalty');
  settings.logprobs = request.number('logprobs');
}

/** @throws request.invalid naming what only a model that completes texts can do */
function assertIsChat(request: Members): void {
  if (request.flag('echo') === true) throw invalid('echo', 'unsupported');
  // Text after the gap that is to be filled.
  if ((request.text('suffix') ?? '') !== '') throw invalid('suffix', 'unsupported');
  // More answers than are returned; the likeliest are chosen.
  const tried = request.number('best_of');
  if (tried !== null && tried !== (request.number('n') ?? 1)) throw invalid('best_of', 'unsupported');
}
