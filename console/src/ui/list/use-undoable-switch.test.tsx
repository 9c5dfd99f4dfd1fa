import Switch from '@mui/material/Switch';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderPart } from '../test/test-screen.tsx';
import { toastQueue } from '../toast/toast.ts';
import { ToastHost } from '../toast/toast-host.tsx';
import { useUndoableSwitch } from './use-undoable-switch.ts';

let turned: boolean[] = [];
let answer = (): Promise<unknown> => Promise.resolve();

function Row() {
  const [isOn, setOn] = useState(true);
  const change = useUndoableSwitch({
    key: 'channel 7',
    name: 'acme-1',
    turn: (next) => {
      turned.push(next);
      setOn(next);
      return answer();
    },
  });
  return (
    <Switch
      checked={isOn}
      onChange={(_, next) => change(next)}
      slotProps={{ input: { 'aria-label': 'Enable acme-1' } }}
    />
  );
}

function Screen() {
  const [hasRow, setRow] = useState(true);
  return (
    <>
      {hasRow ? <Row /> : null}
      <button type="button" onClick={() => setRow(false)}>
        Filter it out
      </button>
      <input aria-label="Search" />
      <ToastHost />
    </>
  );
}

describe('the switch of a row', () => {
  beforeEach(async () => {
    turned = [];
    answer = () => Promise.resolve();
    await renderPart(<Screen />);
  });
  afterEach(() => {
    cleanup();
    for (const { id } of [...toastQueue.shown()]) toastQueue.close(id);
  });

  const row = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Enable acme-1' });
  const undo = () => screen.findByRole('button', { name: 'Undo' });

  it('offers to take back that it was turned off', async () => {
    const user = userEvent.setup();
    await user.click(row());
    expect((await screen.findByText('acme-1 disabled')).closest('[aria-live=polite]')).toBeTruthy();

    await user.click(await undo());

    expect(turned).toEqual([false, true]);
    expect(row().checked).toBe(true);
    expect(screen.queryByText('acme-1 disabled')).toBeNull();
  });

  it('is taken back by keyboard, but not while somebody types', async () => {
    const user = userEvent.setup();
    await user.click(row());
    await undo();

    screen.getByRole('textbox', { name: 'Search' }).focus();
    await user.keyboard('{Control>}z{/Control}');
    expect(turned).toEqual([false]);

    row().focus();
    await user.keyboard('{Control>}z{/Control}');
    expect(turned).toEqual([false, true]);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    await user.keyboard('{Control>}z{/Control}');
    expect(turned).toEqual([false, true]);
  });

  it('has its button within reach of the Tab key', async () => {
    const user = userEvent.setup();
    await user.click(row());
    const button = await undo();
    for (let step = 0; step < 6 && document.activeElement !== button; step += 1) await user.tab();
    expect(document.activeElement).toBe(button);
    await user.keyboard('{Enter}');
    expect(turned).toEqual([false, true]);
  });

  it('can be taken back when its row has gone', async () => {
    const user = userEvent.setup();
    await user.click(row());
    await user.click(screen.getByRole('button', { name: 'Filter it out' }));
    await user.click(await undo());
    expect(turned).toEqual([false, true]);
  });

  it('offers nothing that no longer holds, and nothing after a refusal', async () => {
    const user = userEvent.setup();
    await user.click(row());
    await undo();
    await user.click(row());
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();

    answer = () => Promise.reject(new Error('refused'));
    fireEvent.click(row());
    await user.tab();
    expect(turned).toEqual([false, true, false]);
    expect(toastQueue.shown()).toEqual([]);
  });

  it('offers nothing where it was turned on again before the answer', async () => {
    const user = userEvent.setup();
    const answers: (() => void)[] = [];
    answer = () => new Promise<void>((resolve) => answers.push(resolve));
    await user.click(row());
    await user.click(row());
    for (const resolve of answers) resolve();
    await user.tab();
    expect(turned).toEqual([false, true]);
    expect(toastQueue.shown()).toEqual([]);
  });
});
