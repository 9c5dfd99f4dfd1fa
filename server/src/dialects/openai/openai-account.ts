import type { RequestTarget } from '../conversation-format.ts';
import type { Conversation } from '../neutral/conversation.ts';
import type { Members } from '../neutral/members.ts';
import { shortUser } from '../neutral/short-user.ts';

/** Source: OpenAI API reference, "Create chat completion" and "Create a model response": `safety_identifier`. */
const MAX_USER_LENGTH = 64;

/** Who asks, by the newer name; what the older one says beside it is left over. */
export function readOpenAiUser(request: Members, leave: (path: string) => void): string {
  const user = request.text('user') ?? '';
  const identifier = request.text('safety_identifier') ?? user;
  if (user !== '' && user !== identifier) leave(request.pathOf('user'));
  return identifier;
}

/** Who asks and what is kept, as OpenAI's APIs say it; the name of the user's member is each API's own. */
export function writeOpenAiAccount(
  { account, previousId }: Conversation,
  {
    userMember,
    takesTier,
    report,
  }: { userMember: string; takesTier: boolean; report: RequestTarget['report'] },
): object {
  const { user, metadata, cacheKey, serviceTier } = account;
  if (serviceTier !== '' && !takesTier) report.note('dropped', 'service_tier');
  if (previousId !== null) report.note('dropped', 'previous_response_id');
  const isFlat = metadata !== null && Object.values(metadata).every((value) => typeof value === 'string');
  if (metadata !== null && !isFlat) report.note('dropped', 'metadata');
  return {
    ...(user !== '' && { [userMember]: shortUser(user, { maxLength: MAX_USER_LENGTH, report }) }),
    ...(isFlat && { metadata }),
    ...(serviceTier !== '' && takesTier && { service_tier: serviceTier }),
    ...(cacheKey !== '' && { prompt_cache_key: cacheKey }),
  };
}
