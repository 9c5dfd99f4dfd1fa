import { createHmac, timingSafeEqual } from 'node:crypto';
import { memberText } from '../ask-gateway.ts';
import { CallbackRefused, type CallbackRequest } from '../payment-gateway.ts';
import { type Members, membersOf } from './creem-client.ts';

/** Proves an event by its secret and reads it. @throws CallbackRefused */
export function readCreemEvent(
  secret: string,
  { method, headers, body }: CallbackRequest,
): { eventType: string; object: Members } {
  const right = Buffer.from(createHmac('sha256', secret).update(body).digest('hex'));
  const { 'creem-signature': given } = headers;
  const sent = Buffer.from(typeof given === 'string' ? given : '');
  // Without a secret, everybody can compute the signature.
  const isSigned = secret !== '' && sent.length === right.length && timingSafeEqual(sent, right);
  if (method !== 'POST' || !isSigned) throw new CallbackRefused('The signature is wrong.');
  try {
    const { eventType, object } = membersOf(JSON.parse(body.toString('utf8')));
    return { eventType: memberText(eventType), object: membersOf(object) };
  } catch (cause) {
    throw new CallbackRefused('The message is not JSON.', { cause });
  }
}
