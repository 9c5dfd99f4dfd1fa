import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { optionCatalogue, role } from '@turnpike/contract';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { SettingForm } from './setting-form.tsx';
import SettingPage from './setting-page.tsx';

const stored = Object.fromEntries(
  Object.entries(optionCatalogue).map(([key, { initial }]) => [key, initial]),
);
const etags = { SystemName: '"n1"', Notice: '"t1"' };

function Changing({ next }: { next: Record<string, string> }) {
  const [current, setCurrent] = useState(stored);
  return (
    <>
      <button type="button" onClick={() => setCurrent(next)}>
        others save
      </button>
      <SettingForm stored={current} etags={etags} />
    </>
  );
}

describe('settings', () => {
  let sent: unknown[] = [];
  let states: (string | null)[] = [];
  let answer: () => Response;
  beforeEach(async () => {
    sent = [];
    states = [];
    answer = () => Response.json({ success: true, message: '' });
    vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
      if (init.method === 'PUT') {
        sent.push(JSON.parse(String(init.body)));
        states.push(new Headers(init.headers).get('if-match'));
      }
      return answer();
    });
    await renderPart(<SettingForm stored={stored} etags={etags} />, { self: { role: role.root } });
    await loadTexts('setting');
  });
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  const field = (name: string | RegExp) => screen.findByRole('textbox', { name });
  const retries = () => screen.findByRole('spinbutton', { name: /^Retries/ });

  it('marks the section that is read in the list of sections', async () => {
    let tops: Record<string, number> = { 'section-money': 80 };
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
      return { top: tops[this.id] ?? 900 } as DOMRect;
    });
    const marked = () => screen.getByRole('link', { current: 'location' }).textContent;
    await screen.findByRole('link', { name: 'Retries' });
    fireEvent.scroll(window);
    await waitFor(() => expect(marked()).toBe('Balance'));

    tops = { 'section-money': -500, 'section-retry': 100 };
    fireEvent.scroll(window);
    await waitFor(() => expect(marked()).toBe('Retries'));
  });

  it('counts what was changed and saves just that, in one call', async () => {
    const user = userEvent.setup();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();

    await user.click(await screen.findByRole('switch', { name: 'Show balances as money' }));
    await user.clear(await retries());
    await user.type(await retries(), '5');
    expect(screen.getByText('2 unsaved changes')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save' }));

    await waitFor(() => expect(sent).not.toEqual([]));
    expect(sent).toHaveLength(1);
    expect(sent[0]).toEqual({
      options: [
        { key: 'DisplayInCurrencyEnabled', value: 'false' },
        { key: 'RetryTimes', value: '5' },
      ],
    });
  });

  it('says at the field what does not fit, before and after sending', async () => {
    const user = userEvent.setup();
    // Pasted, because each key press renders all fields again.
    await user.click(await field(/^Top-up link/));
    await user.paste('pay.example');
    await user.clear(await retries());
    await user.type(await retries(), '101');
    await user.click(screen.getByRole('button', { name: 'Save' }));

    expect(await screen.findByText('Enter an address that starts with http:// or https://.')).toBeTruthy();
    expect(screen.getByText('Must be at most 100.')).toBeTruthy();
    expect(sent).toEqual([]);

    await user.clear(await field(/^Top-up link/));
    await user.paste('https://pay.example');
    await user.clear(await retries());
    await user.type(await retries(), '9');
    answer = () =>
      Response.json(
        {
          success: false,
          message: 'no',
          code: 'option.invalid',
          fields: [{ field: 'RetryTimes', code: 'too_big' }],
        },
        { status: 400 },
      );
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Too large or too long.')).toBeTruthy();
  });

  it('takes an address of a picture, and says at the logo why it was not kept', async () => {
    const user = userEvent.setup();
    const fields = [{ field: 'Logo', code: 'picture.unreadable' }];
    answer = () =>
      Response.json({ success: false, message: 'no', code: 'picture.unreadable', fields }, { status: 502 });
    await user.click(await field(/^Logo/));
    await user.paste('https://acme.example/logo.png');
    await user.click(screen.getByRole('button', { name: 'Save' }));

    expect(await screen.findByText(/^The address did not return a picture/)).toBeTruthy();
    expect((await field(/^Logo/)).getAttribute('aria-invalid')).toBe('true');
    expect(sent).toEqual([{ options: [{ key: 'Logo', value: 'https://acme.example/logo.png' }] }]);
    await user.click(screen.getByRole('button', { name: 'Discard' }));
  });

  it('takes changes back', async () => {
    const user = userEvent.setup();
    const name = await field('Site name');
    await user.clear(name);
    await user.type(name, 'Gate');
    await user.click(screen.getByRole('button', { name: 'Discard' }));

    expect(((await field('Site name')) as HTMLInputElement).value).toBe('Turnpike');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('follows what others save meanwhile, and does not send it back', async () => {
    cleanup();
    const user = userEvent.setup();
    await renderPart(<Changing next={{ ...stored, SystemName: 'Theirs' }} />, { self: { role: role.root } });
    await user.clear(await retries());
    await user.type(await retries(), '5');

    await user.click(screen.getByRole('button', { name: 'others save' }));

    expect(await screen.findByDisplayValue('Theirs')).toBeTruthy();
    expect(screen.getByText('1 unsaved change')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
  });

  it('keeps what was typed when somebody else saved the same, and saves it over the present state', async () => {
    const user = userEvent.setup();
    await user.type(await field('Site name'), ' EU');
    answer = () =>
      Response.json({ success: false, message: '', code: 'request.changed_meanwhile' }, { status: 412 });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/^Someone else changed this/)).toBeTruthy();

    const present = [{ key: 'SystemName', value: 'Theirs', etag: '"n2"' }];
    answer = () => Response.json({ success: true, message: '', data: present });
    await user.click(screen.getByRole('button', { name: 'Load the latest version' }));
    await waitFor(() => expect(screen.queryByText(/^Someone else changed/)).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Save' }));

    await waitFor(() => expect(states).toEqual(['"n1"', '"n2"']));
    expect(sent[1]).toEqual({ options: [{ key: 'SystemName', value: 'Turnpike EU' }] });
  });

  it('keeps changes while the screen is left, until they are taken back', async () => {
    const user = userEvent.setup();
    const openAgain = () => {
      cleanup();
      return renderPart(<SettingForm stored={stored} etags={etags} />, { self: { id: 1, role: role.root } });
    };
    await openAgain();
    await user.type(await field('Site name'), ' EU');

    await openAgain();
    expect(((await field('Site name')) as HTMLInputElement).value).toBe('Turnpike EU');
    await user.click(screen.getByRole('button', { name: 'Discard' }));

    await openAgain();
    expect(((await field('Site name')) as HTMLInputElement).value).toBe('Turnpike');
  });

  it('is read, not changed, by an administrator', async () => {
    // Every section is in view.
    vi.stubGlobal('IntersectionObserver', undefined);
    cleanup();
    vi.stubGlobal('fetch', async () =>
      Response.json({
        success: true,
        message: '',
        data: Object.entries({ ...stored, SystemName: 'Gate', QuotaForNewUser: '500000' }).map(
          ([key, value]) => ({ key, value }),
        ),
      }),
    );
    await renderPart(<SettingPage />, { self: { role: role.admin } });

    expect(await screen.findByText('Gate')).toBeTruthy();
    expect(screen.getByText(/^Only the root account can change these settings/)).toBeTruthy();
    const textBelow = (name: string) => screen.getByText(name).nextElementSibling?.textContent;
    expect(textBelow('Balance of a new user')).toMatch(/^\$1\.00/);
    expect(textBelow('Show balances as money')).toMatch(/^On/);
    expect(textBelow('Cooldown')).toMatch(/^5 seconds/);
    expect(textBelow('Default language')).toMatch(/^简体中文/);
    expect(textBelow('Logo')).toMatch(/^Not set/);
    expect(screen.queryAllByRole('switch')).toEqual([]);
    expect(screen.queryAllByRole('textbox')).toEqual([]);
    expect(await screen.findByRole('button', { name: 'Delete old calls' })).toBeTruthy();
  });

  it('finds a setting by what it is about', async () => {
    const user = userEvent.setup();
    await user.type(await screen.findByRole('searchbox', { name: 'Search settings' }), 'cooldown{Enter}');

    expect(await screen.findByRole('spinbutton', { name: /^Cooldown/ })).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Site name' })).toBeNull();
    expect(sent).toEqual([]);
  });
});
