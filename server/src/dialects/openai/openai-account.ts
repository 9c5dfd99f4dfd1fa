import type { RequestTarget } from '../conversation-format.ts';
import type { Account, Conversation } from '../neutral/conversation.ts';
import type { Members } from '../neutral/members.ts';
import { shortUser } from '../neutral/short-user.ts';

/** Source: OpenAI API reference, "Create chat completion" and "Create a model response": `safety_identifier`. */
const MAX_USER_LENGTH = 64;

/** @param leave called for `user` if the newer `safety_identifier` differs from it */
export function readOpenAiAccount(request: Members, leave: (path: string) => void): Account {
  const older = request.text('user') ?? '';
  const user = request.text('safety_identifier') ?? older;
  if (older !== '' && older !== user) leave(request.pathOf('user'));
  const metadata = request.plainObject('metadata');
  const serviceTier = request.text('service_tier') ?? '';
  return {
    user,
    metadata: metadata === null || Object.keys(metadata).length === 0 ? null : metadata,
    cacheKey: request.text('prompt_cache_key') ?? '',
    // The vendor's default.
    serviceTier: serviceTier === 'auto' ? '' : serviceTier,
    store: request.flag('store'),
  };
}

/** The end user and the storage settings in the form of OpenAI's APIs. Each API has its own name for the user. */
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
