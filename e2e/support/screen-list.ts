import { join } from 'node:path';
import { runStatement } from '../attack/stored-data.ts';
import type { BusySite } from './busy-site.ts';
import { CONVERTED_MODEL, OPERATOR, TALKATIVE_MODEL } from './busy-site.ts';
import { features } from './described-features.ts';
import type { ScreenTour } from './screen-tour.ts';
import type { TurnpikeProcess } from './turnpike-process.ts';

export type Reader = 'stranger' | 'visitor' | 'user' | 'owner';

interface Sites {
  /** A site before its set-up. */
  fresh: TurnpikeProcess;
  busy: BusySite;
}

/** A screen, or some of it after one another, and who opens it. */
export interface ShownScreen {
  name: string;
  reader: Reader;
  show: (tour: ScreenTour, sites: Sites) => Promise<void>;
}

/** Screens that need nothing but their address. */
function plain(reader: Reader, paths: Record<string, string>): ShownScreen[] {
  return Object.entries(paths).map(([name, path]) => ({
    name,
    reader,
    show: async (tour) => {
      await tour.visitor.visit(path);
      await tour.look(name);
    },
  }));
}

const story = (reader: Reader, name: string, show: ShownScreen['show']): ShownScreen => ({
  name,
  reader,
  show,
});

/** Each screen by its address, and the form where it makes something; the set-up is over on a busy site. */
const described = features.flatMap(({ screens, canCreate }) =>
  screens
    // Addresses with a parameter need something to show; they have stories.
    .filter(({ path }) => path !== '/setup' && !path.includes(':'))
    .flatMap(({ path, openTo }, index) => {
      const name = path.split('/').at(-1) || 'home';
      const form = canCreate && index === 0 ? { [`${name}-new`]: `${path}?open=new` } : {};
      return plain(openTo === 'everybody' ? 'visitor' : 'owner', { [name]: path, ...form });
    }),
);

export const shownScreens: readonly ShownScreen[] = [
  ...described,
  ...plain('stranger', { 'set-up-code': '/' }),
  story('stranger', 'set-up-account', async (tour, { fresh }) => {
    const { page } = tour.visitor;
    await tour.visitor.visit(`/setup?code=${await fresh.setupCode()}`);
    await page.locator('input[name=password]').fill('short');
    await page.keyboard.press('Enter');
    await page.getByText(tour.text('api:field.too_short', { limit: '8' })).waitFor();
    await tour.look('set-up-account');
  }),
  story('visitor', 'home', async (tour) => {
    const footer = tour.visitor.page.getByRole('contentinfo');
    await tour.visitor.visit('/');
    await footer.getByRole('link', { name: OPERATOR }).waitFor();
    if ((await footer.innerHTML()).includes('alert')) tour.note('home', ['the footer runs script']);
    await tour.look('home');
  }),
  ...plain('visitor', {
    'price-channel': '/price?unit=1K&keyword=gpt',
    jump: `/jump?url=${encodeURIComponent('ama://set-api-key?server=x&key=sk-1')}`,
    'jump-refused': `/jump?url=${encodeURIComponent('javascript:alert(1)')}`,
    'not-found': '/nowhere',
    'sign-in': '/panel/log',
  }),
  story('visitor', 'sign-in-refused', async (tour) => {
    const { page } = tour.visitor;
    await tour.visitor.visit('/login');
    tour.visitor.expectFailuresOf(/\/api\/user\/login$/);
    // A name of its own in each look: the tenth wrong password for one name is refused otherwise.
    await page.locator('input[name=username]').fill(`nobody-${tour.lookName}`);
    await page.locator('input[name=password]').fill('not the password');
    await page.keyboard.press('Enter');
    await page.getByText(tour.text('api:session.wrong_credentials')).waitFor();
    await tour.look('sign-in-refused');
  }),
  ...plain('user', {
    'dashboard-user': '/panel',
    'token-empty': '/panel/token',
    'playground-offer': '/panel/playground',
    'profile-user': '/panel/profile',
    'log-empty': '/panel/log',
    'statement-empty': '/panel/statement?range=1h',
    'no-permission': '/panel/channel',
    'panel-not-found': '/panel/nowhere',
  }),
  ...plain('owner', {
    'dashboard-requests': '/panel?by=requests&range=30',
    'analytics-custom': '/panel/analytics?range=custom&by=user',
    'channel-open': '/panel/channel?open=1',
    'channel-keys': '/panel/channel?open=keys%3A4',
    'user-search': '/panel/user?keyword=nobody',
    'user-open': '/panel/user?open=2',
    'user-balance': '/panel/user?open=2&form=balance',
    'user_group-open': '/panel/user_group?open=1',
    'pricing-multiple': '/panel/pricing?view=multiple',
    'pricing-open': '/panel/pricing?open=gpt-5',
    'pricing-compare': '/panel/pricing?open=compare',
    'payment-gateway': '/panel/payment#gateway',
    'payment-gateway-new': '/panel/payment?open=new#gateway',
    'payment-event': '/panel/payment#event',
    'payment-statement': '/panel/payment#statement',
    'payment-statement-new': '/panel/payment?open=new#statement',
    'statement-entries': '/panel/statement?view=entries',
    'statement-of': '/panel/statement?user=2&view=entries',
    'log-system': '/panel/log?log_type=4',
    playground: '/panel/playground?model=demo-chat',
    'playground-picture': '/panel/playground#picture',
    'playground-speech': '/panel/playground#speech',
    'playground-video': '/panel/playground#video',
  }),
  story('owner', 'ledger-check', async (tour) => {
    const { page } = tour.visitor;
    await tour.visitor.visit('/panel/log');
    const button = (key: string) => page.getByRole('button', { name: tour.text(key) });
    // Around midnight a check is made by itself.
    await button('log:ledger_unchecked').or(button('log:ledger_right')).click();
    await page.getByRole('dialog', { name: tour.text('log:ledgerTitle') }).waitFor();
    await tour.look('ledger-check');
  }),
  story('owner', 'set-up-channel', async (tour) => {
    await tour.visitor.visit('/setup?step=channel');
    await tour.visitor.page.getByRole('radio', { name: tour.text('ui:channelType_custom') }).click();
    await tour.look('set-up-channel');
  }),
  story('owner', 'palette', async (tour) => {
    const { page } = tour.visitor;
    await tour.visitor.visit('/panel/model_price');
    await page.keyboard.press('Control+k');
    await page.getByRole('option').first().waitFor();
    await tour.look('palette');
  }),
  story('owner', 'token-key', async (tour) => {
    const { page } = tour.visitor;
    await tour.visitor.visit('/panel/token');
    await tour.button('ui:actionsFor', { name: 'support-bot' });
    await tour.look('token-menu');
    await page.getByRole('menuitem', { name: tour.text('token:useKey') }).click();
    await page.getByRole('switch', { name: tour.text('token:showKey') }).click();
    await page
      .getByText(/^sk-\w{20,}$/)
      .first()
      .waitFor();
    await tour.look('token-key');
  }),
  story('owner', 'token-form', async (tour) => {
    await tour.visitor.visit('/panel/token?open=new');
    // The screen behind has a button of the same name.
    await tour.visitor.page
      .getByRole('dialog')
      .getByRole('button', { name: tour.text('token:create') })
      .click();
    await tour.visitor.page.getByText(tour.text('api:field.required')).waitFor();
    await tour.look('token-form');
  }),
  story('owner', 'channel-form', async (tour, { busy }) => {
    const { page } = tour.visitor;
    await tour.visitor.visit('/panel/channel?open=new');
    await tour.look('channel-form');
    await page.locator('select').first().selectOption('8');
    await page.locator('input[name=base_url]').fill(busy.refusingUrl);
    await page.locator('input[name=key]').fill('revoked');
    await page.getByRole('combobox', { name: tour.text('channel:models'), exact: true }).fill('gpt-4.1');
    await page.keyboard.press('Tab');
    tour.visitor.expectFailuresOf(/\/api\/channel\/test/);
    await tour.button('channel:testDraft');
    await page.getByText(tour.text('api:channel.private_network')).waitFor();
    await tour.look('channel-form-private');
    await page.getByLabel(tour.text('channel:privateNetwork')).click();
    await tour.button('channel:testDraft');
    await page.getByText(tour.text('api:upstream.key_refused')).waitFor();
    await tour.look('channel-form-refused');
  }),
  story('owner', 'channel-compare', async (tour) => {
    const { page } = tour.visitor;
    await tour.visitor.visit('/panel/channel?open=1');
    await page.getByRole('combobox', { name: tour.text('channel:type'), exact: true }).selectOption('1000');
    const provider = tour.text('ui:channelType_demo');
    await page.getByRole('dialog', { name: tour.text('channel:compareTitle', { provider }) }).waitFor();
    await tour.look('channel-compare');
  }),
  story('owner', 'log-drawer', async (tour) => {
    const { page } = tour.visitor;
    await tour.visitor.visit('/panel/log?log_type=2');
    await page.locator('[data-row] a').nth(1).click();
    await page.getByRole('dialog').getByText(tour.text('log:charged'), { exact: true }).waitFor();
    await tour.look('log-drawer');
  }),
  story('owner', 'log-charges', async (tour, { busy }) => {
    const { page } = tour.visitor;
    const { dataDir } = busy.turnpike;
    const charge = `('box', 1, 2, 1, 2500000, 0, '', 'CHECK constraint failed: quota >= 0', 1800000000)`;
    const columns =
      'outbox_id, number, user_id, token_id, quota, token_quota, settlement, reason, created_time';
    await runStatement(
      { databaseUrl: null, dataDir },
      `insert into rejected_settlements (${columns}) values ${charge}`,
    );
    await tour.visitor.visit('/panel/log');
    await page.getByRole('alert').waitFor();
    await tour.look('log-charges');
    await tour.button('log:showCharges');
    await page.getByRole('dialog', { name: tour.text('log:chargesTitle') }).waitFor();
    await tour.look('log-charges-drawer');
    await runStatement({ databaseUrl: null, dataDir }, 'delete from rejected_settlements');
  }),
  story('owner', 'invoice-detail', async (tour, { busy }) => {
    const { dataDir } = busy.turnpike;
    const target = { databaseUrl: null, dataDir };
    await runStatement(
      target,
      `insert or ignore into invoices (id, name, account_id, user_id, username, email, date, status, request_count,
        quota, prompt_tokens, completion_tokens, request_time, opening, credits, closing, time_zone, created_at,
        paid_at, paid_note) values (1, '202610-1', 1, 1, 'root', 'owner@example.com', '2026-10-01', 'unpaid', 1200,
        617284, 2345678, 12345, 65432, 1000000, 500000, 882716, 'UTC', 1793491320, 0, '')`,
    );
    await runStatement(
      target,
      `insert or ignore into invoice_lines (invoice_id, model_name, request_count, quota, prompt_tokens,
        completion_tokens, request_time) values (1, 'gpt-5', 1200, 617000, 2345678, 12345, 65432),
        (1, '', 0, 284, 0, 0, 0)`,
    );
    await tour.visitor.visit('/panel/invoice');
    await tour.look('invoice-list');
    await tour.visitor.visit('/panel/invoice/detail/2026-10');
    await tour.visitor.page.getByText('#202610-1').waitFor();
    await tour.look('invoice-detail');
  }),
  story('owner', 'setting-change', async (tour) => {
    const { page } = tour.visitor;
    await tour.visitor.visit('/panel/setting');
    await page.locator('input[name=RetryTimes]').fill('5');
    await tour.look('setting-change');
  }),
  story('owner', 'setting-fallbacks', async (tour) => {
    const { page } = tour.visitor;
    await tour.visitor.visit('/panel/setting#fallbacks');
    await tour.button('setting:option.ModelFallbacks');
    const add = async (label: string, names: string[]) => {
      const field = page.getByRole('combobox', { name: tour.text(label) }).first();
      for (const name of names) {
        await field.fill(name);
        await field.press('Enter');
      }
    };
    await add('setting:fallbackModelAdd', ['demo-chat']);
    await add('setting:fallbackAdd', ['gpt-5', 'claude-sonnet-4-5-with-a-long-name-20250929']);
    await tour.look('setting-fallbacks');
  }),
  story('owner', 'playground-answer', async (tour) => {
    await tour.visitor.visit('/panel/playground?model=demo-chat');
    await tour.button('playground:question3');
    await tour.visitor.page.getByRole('link', { name: /^\$0\.\d{6}$/ }).waitFor();
    await tour.look('playground-answer');
  }),
  story('owner', 'token-expiry', async (tour) => {
    const { page } = tour.visitor;
    await tour.visitor.visit('/panel/token?open=new');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: tour.text('token:expires') }).selectOption('at');
    const moment = dialog.getByRole('group', { name: tour.text('ui:expiryMoment') });
    await moment.getByRole('button').click();
    await page.getByRole('dialog', { name: tour.text('ui:expiryMoment') }).waitFor();
    await tour.look('token-expiry');
  }),
  story('owner', 'channel-dialects', async (tour) => {
    const { page } = tour.visitor;
    await tour.visitor.visit('/panel/channel?keyword=messages-proxy');
    await page.getByRole('link', { name: 'messages-proxy' }).first().click();
    const apis = page.getByRole('group', { name: tour.text('channel:dialects') });
    await apis.scrollIntoViewIfNeeded();
    await apis.getByRole('checkbox').first().focus();
    await page.keyboard.press('Space');
    await tour.look('channel-dialects');
  }),
  story('owner', 'log-conversion', async (tour) => {
    const { page } = tour.visitor;
    await tour.visitor.visit(`/panel/log?log_type=2&model_name=${CONVERTED_MODEL}`);
    await page.locator('[data-row] a').first().click();
    await page.getByRole('list', { name: tour.text('log:fate_dropped') }).waitFor();
    await page.getByRole('list', { name: tour.text('log:fate_added') }).scrollIntoViewIfNeeded();
    await tour.look('log-conversion');
  }),
  story('owner', 'playground-everything', async (tour) => {
    const { page } = tour.visitor;
    await tour.visitor.visit(`/panel/playground?model=${TALKATIVE_MODEL}`);
    const picture = join(import.meta.dirname, '../../docs/pictures/console.png');
    await page.locator('input[type=file]').setInputFiles(picture);
    await page.getByRole('list', { name: tour.text('playground:attached') }).waitFor();
    await tour.look('playground-attached');
    await page.getByRole('textbox').press('Control+Enter');
    await page.getByRole('link', { name: /^\$0\.\d{6}$/ }).waitFor();
    await tour.button('playground:thinking');
    await tour.look('playground-everything');
  }),
];
