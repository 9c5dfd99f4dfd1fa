import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { role } from '@turnpike/contract';
import { useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { PaletteButton } from './palette-button.tsx';

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

const page = (
  <>
    <PaletteButton />
    <Address />
  </>
);
const admin = { id: 1, username: 'ann', display_name: 'Ann', role: role.admin };
const common = { ...admin, role: role.common };

describe('the command palette', () => {
  let asked: string[];
  beforeEach(() => {
    localStorage.clear();
    asked = [];
    vi.stubGlobal('fetch', async (address: string) => {
      asked.push(address);
      const data = address.startsWith('/api/user/')
        ? { data: [{ id: 42, username: 'bob', display_name: 'Bob Builder' }] }
        : address.startsWith('/api/available_model')
          ? { 'gpt-4o': {}, 'claude-4': {} }
          : { data: [] };
      return Response.json({ success: true, message: '', data });
    });
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
  const active = () => screen.getByRole('option', { selected: true }).textContent;

  it('opens by Ctrl+K and leads to a screen by arrows and Enter', async () => {
    const user = userEvent.setup();
    await renderPart(page, { self: common });

    await user.keyboard('{Control>}k{/Control}');
    const field = await screen.findByRole('combobox');
    expect(document.activeElement).toBe(field);
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(field.getAttribute('aria-activedescendant')).toBe(
      screen.getByRole('option', { selected: true }).id,
    );
    expect(active()).toBe('Playground');
    await user.keyboard('{Enter}');

    await screen.findByText('/panel/playground');
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  });

  it('finds an account while typing, asks once for a word, and remembers the choice', async () => {
    const user = userEvent.setup();
    await renderPart(page, { self: admin });
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), 'bob');

    await user.click(await screen.findByRole('option', { name: /Bob Builder/ }));

    await screen.findByText('/panel/user?open=42');
    expect(asked.filter((address) => address.startsWith('/api/user/'))).toEqual([
      '/api/user/?size=5&keyword=bob',
    ]);
    await user.keyboard('{Control>}k{/Control}');
    expect((await screen.findAllByRole('option'))[0]?.textContent).toContain('Bob Builder');
  });

  it('shows a common user no screen and no thing of administrators', async () => {
    const user = userEvent.setup();
    await renderPart(page, { self: common });
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('combobox');
    expect(options()).not.toContain('Channels');
    expect(options()).not.toContain('Create in Channels');

    await user.type(screen.getByRole('combobox'), 'gpt');
    expect(await screen.findByRole('option', { name: 'gpt-4o' })).toBeTruthy();
    expect(asked.some((address) => /^\/api\/(user|channel)\//.test(address))).toBe(false);
  });

  it('says when nothing is found, and closes by Escape', async () => {
    const user = userEvent.setup();
    await renderPart(page, { self: common });
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), 'zzzz');
    expect(await screen.findByText('Nothing found for “zzzz”')).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  });
});

describe('shortcuts of a single key', () => {
  beforeEach(() => localStorage.clear());
  afterEach(cleanup);

  it('go to a screen after g, and make something there by n', async () => {
    const user = userEvent.setup();
    await renderPart(page, { self: common });
    await user.keyboard('gt');
    await screen.findByText('/panel/token');
    await user.keyboard('n');
    await screen.findByText('/panel/token?open=new');
  });

  it('do not lead where the role may not', async () => {
    const user = userEvent.setup();
    await renderPart(page, { self: common, address: '/panel/log' });
    await user.keyboard('gc');
    expect(screen.getByText('/panel/log')).toBeTruthy();
  });

  it('are letters in a field', async () => {
    const user = userEvent.setup();
    await renderPart(
      <>
        {page}
        <input aria-label="Field" />
      </>,
      { self: common },
    );
    await user.type(screen.getByLabelText('Field'), 'gt?');
    expect((screen.getByLabelText('Field') as HTMLInputElement).value).toBe('gt?');
    expect(screen.getByText('/')).toBeTruthy();
  });

  it('are listed by ?, and can be turned off', async () => {
    const user = userEvent.setup();
    await renderPart(page, { self: common });
    await user.keyboard('?');
    expect(await screen.findByText('Go to API keys')).toBeTruthy();
    await user.click(screen.getByRole('switch'));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('gt');
    expect(screen.getByText('/')).toBeTruthy();
  });
});
