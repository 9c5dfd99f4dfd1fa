import { useQuery } from '@tanstack/react-query';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../test/test-screen.tsx';
import { DataTable } from './data-table.tsx';

const LONG = 'a name that goes on and on';
const rows = [
  { id: 1, name: LONG, note: 'a note that goes on and on' },
  { id: 2, name: 'short', note: '' },
];

function Names({ onOpen }: { onOpen?: () => void }) {
  return (
    <DataTable<(typeof rows)[number], object>
      name="names"
      label="Names"
      query={useQuery({
        queryKey: ['names'],
        queryFn: async () => ({ data: rows, page: 1, size: 10, total_count: 2 }),
      })}
      filter={{}}
      onFilterChange={() => {}}
      rowKey={({ id }) => id}
      empty={null}
      {...(onOpen && { onRowOpen: onOpen })}
      columns={[
        { field: 'name', header: 'Name', cell: ({ id, name }) => <a href={`#${id}`}>{name}</a> },
        { field: 'note', header: 'Note' },
      ]}
    />
  );
}

const tip = () => screen.queryByRole('tooltip');
const findTip = () => screen.findByRole('tooltip');

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(80);
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(function (this: HTMLElement) {
    return this.matches('td') && (this.textContent ?? '').length > 10 ? 200 : 80;
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function showByMouse(text: string) {
  fireEvent.pointerOver(await screen.findByText(text), { pointerType: 'mouse' });
  expect((await findTip()).textContent).toBe(text);
}

describe('a text that its cell cuts off', () => {
  it('is shown whole and announced while the focus is on it, and Escape closes it', async () => {
    await renderPart(<Names />);
    await screen.findByText(LONG);
    await userEvent.tab();
    while (document.activeElement?.textContent !== LONG) await userEvent.tab();

    expect((await findTip()).textContent).toBe(LONG);
    expect(document.activeElement?.getAttribute('aria-describedby')).toBe(tip()?.id);
    await userEvent.keyboard('{Escape}');
    expect(tip()).toBeNull();
    expect(document.activeElement?.textContent).toBe(LONG);
    expect(document.activeElement?.hasAttribute('aria-describedby')).toBe(false);

    await userEvent.keyboard('{ArrowRight}');
    expect((await findTip()).textContent).toBe('a note that goes on and on');
    await userEvent.keyboard('{ArrowDown}');
    expect(tip()).toBeNull();
  });

  it('is shown while the mouse rests on it, also on what is shown; a whole text is not shown again', async () => {
    await renderPart(<Names />);
    await showByMouse(LONG);
    fireEvent.pointerOver(screen.getByText('short'), { pointerType: 'mouse' });
    await vi.waitFor(() => expect(tip()).toBeNull());
  });

  it('is shown when a finger stays on it, which opens nothing', async () => {
    const onOpen = vi.fn();
    await renderPart(<Names onOpen={onOpen} />);
    await showByMouse(LONG);
    const note = screen.getByText('a note that goes on and on');
    fireEvent.pointerDown(note, { pointerType: 'touch' });
    expect((await findTip()).textContent).toBe('a note that goes on and on');
    fireEvent.pointerUp(note, { pointerType: 'touch' });
    fireEvent.click(note);
    expect(onOpen).not.toHaveBeenCalled();

    fireEvent.pointerDown(note, { pointerType: 'touch' });
    expect(tip()).toBeNull();
    fireEvent.pointerUp(note, { pointerType: 'touch' });
    fireEvent.click(note);
    expect(onOpen).toHaveBeenCalledTimes(1);
  });

  it('is shown by a tap where a tap opens nothing', async () => {
    await renderPart(<Names />);
    await showByMouse(LONG);
    const note = screen.getByText('a note that goes on and on');
    fireEvent(note, new PointerEvent('click', { bubbles: true, pointerType: 'touch' }));
    expect((await findTip()).textContent).toBe('a note that goes on and on');
    fireEvent.pointerDown(document.body, { pointerType: 'touch' });
    expect(tip()).toBeNull();
  });
});
