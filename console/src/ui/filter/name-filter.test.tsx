import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderPart } from '../test/test-screen.tsx';
import { useFoundUserIds } from './found-user-names.ts';
import { NameFilter } from './name-filter.tsx';

const people = [
  { id: 42, username: 'bob' },
  { id: 43, username: 'bea' },
  { id: 7, username: 'ann' },
];

function Subject({ first }: { first?: number }) {
  const [id, setId] = useState(first);
  return (
    <>
      <NameFilter label="User" value={id} useFound={useFoundUserIds} onChange={setId} />
      <output>{String(id)}</output>
    </>
  );
}

let asked: string[];
beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    const keyword = new URL(address, 'http://x').searchParams.get('keyword') ?? '';
    const data = people.filter(({ username }) => username.startsWith(keyword));
    return Response.json({ success: true, message: '', data: { data, page: 1, size: 5, total_count: 3 } });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const chip = () => screen.getByRole('button', { name: /^User/ });

it('finds somebody by the beginning of his name, and says the name of whom was chosen', async () => {
  const user = userEvent.setup();
  await renderPart(<Subject />);
  await user.click(chip());
  expect(await screen.findByRole('menuitem', { name: /ann/ })).toBeTruthy();

  await user.type(screen.getByRole('textbox', { name: 'User' }), 'be');
  await vi.waitFor(() => expect(screen.getAllByRole('menuitem')).toHaveLength(1));
  await user.keyboard('{Enter}');

  expect(screen.getByText('43')).toBeTruthy();
  expect(chip().textContent).toContain('bea');
  expect(asked.at(-1)).toContain('keyword=be');
});

it('goes into what was found by an arrow', async () => {
  const user = userEvent.setup();
  await renderPart(<Subject />);
  await user.click(chip());
  await screen.findByRole('menuitem', { name: /bob/ });
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(screen.getByText('43')).toBeTruthy();
});

it('says that nobody is called so, and then takes nobody', async () => {
  const user = userEvent.setup();
  await renderPart(<Subject />);
  await user.click(chip());
  await user.type(await screen.findByRole('textbox', { name: 'User' }), 'zz');
  expect(await screen.findByText('Nothing starts with “zz”')).toBeTruthy();
  await user.keyboard('{Enter}');
  expect(screen.getByText('undefined')).toBeTruthy();
});

it('shows what an address names, and clears it', async () => {
  const user = userEvent.setup();
  await renderPart(<Subject first={9} />);
  expect(chip().textContent).toContain('#9');
  await user.click(screen.getByRole('button', { name: 'Clear User' }));
  expect(screen.getByText('undefined')).toBeTruthy();
});
