import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ListedUserView, role } from '@turnpike/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import { useUserSelection } from './user-selection.tsx';

const users = Array.from({ length: 12 }, (_, n) => ({
  id: n + 1,
  username: `user${n + 1}`,
  role: role.common,
}));

function Selection({ onEnd }: { onEnd: (isDone: unknown) => void }) {
  const { selection, form } = useUserSelection();
  const action = selection.actions.find(({ label }) => label === 'Add balance');
  return (
    <>
      <button type="button" onClick={async () => onEnd(await action?.onRun(users as ListedUserView[]))}>
        Run
      </button>
      {form}
    </>
  );
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('gives many users some points with one key, ten at a time, and lists those that got none', async () => {
  const asked = serve({
    'POST /api/user/batch': () => {
      const { ids } = (asked.at(-1)?.body ?? { ids: [] }) as { ids: number[] };
      const failed = ids.filter((id) => id === 11).map((id) => ({ id, code: 'user.not_found' }));
      return { data: { done: ids.filter((id) => id !== 11), failed } };
    },
  });
  const onEnd = vi.fn();
  await renderPart(<Selection onEnd={onEnd} />, { self: { id: 99, role: role.root } });
  await userEvent.click(await screen.findByRole('button', { name: 'Run' }));
  const form = await screen.findByRole('dialog', { name: 'Add to the balances of the selected users (12)' });
  await userEvent.type(within(form).getByLabelText(/Amount for each user/), '2');
  expect(within(form).getByRole('status').textContent).toContain('$24.00');
  await userEvent.click(within(form).getByRole('button', { name: 'Add balance' }));

  const report = await screen.findByRole('dialog', { name: 'Users changed: 11, not changed: 1' });
  expect(
    within(report)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([expect.stringMatching(/^user11: /)]);
  expect(onEnd).toHaveBeenCalled();
  const bodies = asked.map(({ body }) => body as { ids: number[]; request_key: string });
  expect(bodies.map(({ ids }) => ids.length)).toEqual([10, 2]);
  expect(bodies[0]).toMatchObject({ action: 'give', quota: 1_000_000, remark: '' });
  expect(new Set(bodies.map(({ request_key }) => request_key)).size).toBe(1);
});
