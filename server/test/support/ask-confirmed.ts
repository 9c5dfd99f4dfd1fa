import { type Call, CONFIRMATION_HEADER, confirmationCalls } from '@turnpike/contract';
import { PASSWORD, type TestManagement } from './test-management.ts';

type Ask = TestManagement['ask'];

/** Asks as the console does: a call that needs a confirmation by password is confirmed and repeated. */
export async function askConfirmed(
  ask: Ask,
  call: Pick<Call, 'method' | 'path'>,
  asked: Parameters<Ask>[1] = {},
): ReturnType<Ask> {
  const answer = await ask(call, asked);
  const { action, proof } = answer.body;
  if (proof !== 'password') return answer;
  const input = { action, password: PASSWORD };
  const confirmed = await ask(confirmationCalls.create, { as: asked.as, input });
  if (confirmed.status !== 200) return confirmed;
  const headers = { ...asked.headers, [CONFIRMATION_HEADER]: confirmed.body.data };
  return ask(call, { ...asked, headers });
}
