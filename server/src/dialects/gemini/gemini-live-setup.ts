import { fieldError } from '../../platform/gateway-error.ts';
import type { SessionSetup } from '../realtime/realtime-dialect.ts';
import { factsOfTurn, NO_INPUT } from '../realtime/realtime-input.ts';
import { listIn, memberOf, membersOf, readCallerMessage } from './gemini-live-messages.ts';
import { resourceName, withoutResource } from './gemini-model.ts';

/** Members of a session that each of its responses reads. */
const SESSION_TEXTS = ['systemInstruction', 'tools'] as const;

/**
 * The first message of a session, which says its model and all that it has for good.
 * @throws request.invalid and what `readCallerMessage` throws
 */
export function readLiveSetup(text: Buffer): SessionSetup {
  const { name, content } = readCallerMessage(text);
  if (name !== 'setup') throw fieldError('setup', 'required');
  const { model } = content;
  if (typeof model !== 'string' || model === '') throw fieldError('setup.model', 'required');
  const texts = new Map<string, number>();
  for (const member of SESSION_TEXTS) {
    const value = memberOf(content, member);
    if (value !== undefined) texts.set(member, Buffer.byteLength(JSON.stringify(value)));
  }
  let sessionBytes = 0;
  for (const bytes of texts.values()) sessionBytes += bytes;
  const { handle } = membersOf(memberOf(content, 'sessionResumption'));
  return {
    facts: factsOfTurn({
      ...{ model: withoutResource(model), input: NO_INPUT, sessionBytes },
      speaks: speaks(content),
    }),
    texts,
    resumes: typeof handle === 'string' && handle !== '' ? handle : null,
    // Written anew: of a member that comes twice, nobody can choose the one that was not checked.
    messageFor: (upstreamModel) =>
      JSON.stringify({ setup: { ...content, model: resourceName(upstreamModel) } }),
  };
}

/** Models that speak do so unless they are asked for text. */
function speaks(setup: unknown): boolean {
  const modalities = listIn(memberOf(memberOf(setup, 'generationConfig'), 'responseModalities'));
  return modalities.length === 0 || modalities.some((one) => /^audio$/i.test(String(one)));
}
