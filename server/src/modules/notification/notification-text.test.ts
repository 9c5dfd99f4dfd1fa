import { languages, type NotificationKind, notificationKind } from '@turnpike/contract';
import { describe, expect, it } from 'vitest';
import { kindCountsText, toNotificationText } from './notification-text.ts';

const texts: Record<string, string> = { SystemName: 'Toll', ServerAddress: 'https://site.test/' };
const options = { text: (key: string) => texts[key] ?? '', flag: () => true };

/** Facts as the causes of the kinds give them. */
const facts: Record<NotificationKind | 'test' | 'summary', object> = {
  low_balance: { points: 500_000 },
  customer_low_balance: { customer_id: 3, customer: 'ann', points: 5 },
  budget_alert: { name: 'my key', percent: 80 },
  daily_digest: { day: '2027-01-15', calls: 3, points: 5, models: ['a', 'b'], refused: 1 },
  site_digest: { day: '2027-01-15', calls: 3, points: 5, models: ['a'], attempts: 4, failures: 1 },
  channel_disabled: { channel_id: 1, channel: 'acme', key_id: 0, code: 'upstream.timeout' },
  channel_enabled: { channel_id: 1, channel: 'acme', key_id: 0, code: '' },
  key_disabled: { channel_id: 1, channel: 'acme', key_id: 2, code: 'upstream.key_refused' },
  vendor_low_credit: { channel_id: 1, channel: 'acme', balance: 3, currency: 'USD', threshold: 5 },
  charges_rejected: { count: 2, points: 5 },
  prices_changed: { added: 1, changed: 2, removed: 3, models: ['a'] },
  test: {},
  summary: { count: 30, kinds: 'x' },
};

describe.each(languages)('the text of an event in %s', (language) => {
  it.each([...notificationKind, 'test', 'summary'] as const)('names all facts of %s', (kind) => {
    const { title, text, link } = toNotificationText(kind, { ...facts[kind] }, { options, language });
    const { title: bare, text: bareText } = toNotificationText(kind, {}, { options, language });
    expect(`${title} ${text}`).not.toMatch(/\{\{|undefined|\[object/);
    expect(link).toMatch(/^https:\/\/site\.test\/panel\/\w+$/);
    // Each value changes the text, unless the kind has none.
    if (kind !== 'test' && kind !== 'channel_enabled') expect(text).not.toBe(bareText);
    if (kind === 'channel_enabled') expect(title).not.toBe(bare);
  });

  it('names the kinds of a summary', () => {
    const counts = notificationKind.map((kind) => ({ kind, count: 2 }));
    expect(kindCountsText(counts, language)).not.toContain('undefined');
  });
});

it('has no link while the site has no address', () => {
  const without = { text: () => '', flag: () => false };
  expect(toNotificationText('low_balance', { points: 7 }, { options: without, language: 'en_US' })).toEqual({
    title: 'Your none balance is low',
    text: 'Your balance is down to 7. Calls are refused once it is used up.',
    link: '',
  });
});
