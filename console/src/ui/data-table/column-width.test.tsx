import { useQuery } from '@tanstack/react-query';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../test/test-screen.tsx';
import { parseWidths } from './column-width.ts';
import { DataTable } from './data-table.tsx';

const DRAWN_PX = 200;
const cellDrawn = vi.fn();

function Fruits() {
  return (
    <DataTable<{ id: number; name: string }, object>
      name="fruit"
      label="Fruits"
      query={useQuery({
        queryKey: ['fruit'],
        queryFn: async () => ({ data: [{ id: 7, name: 'apple' }], page: 1, size: 10, total_count: 1 }),
      })}
      filter={{}}
      onFilterChange={() => {}}
      rowKey={({ id }) => id}
      empty={null}
      columns={columns}
    />
  );
}

const columns = [
  {
    field: 'name' as const,
    header: 'Name',
    isSortable: true,
    cell: ({ name }: { name: string }) => {
      cellDrawn();
      return name;
    },
  },
  { field: 'id' as const, header: 'Number' },
  { id: 'more', header: 'Actions', isHeaderHidden: true, cell: () => null },
];

const handle = (name: string) => screen.getByRole('separator', { name: `Width of ${name}` });
const widthOf = (name: string) => {
  const column = name === 'Name' ? 'name' : 'id';
  return screen.getByRole('grid').style.getPropertyValue(`--width-${column}`);
};

async function show() {
  await renderPart(<Fruits />);
  await screen.findByText('apple');
}

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(DRAWN_PX);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, DRAWN_PX, 40));
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

describe('the width of a column', () => {
  it('is changed by dragging the edge of its head, kept, and given up by a double press', async () => {
    await show();
    cellDrawn.mockClear();
    fireEvent.pointerDown(handle('Name'), { clientX: 200, button: 0, pointerId: 1 });
    for (const clientX of [210, 240, 261]) fireEvent.pointerMove(window, { clientX, pointerId: 1 });
    expect(screen.getByText('apple').style.maxWidth).toBe('261px');
    expect(widthOf('Number')).toBe('200px');
    fireEvent.pointerUp(window, { clientX: 261, pointerId: 1 });
    expect(cellDrawn).not.toHaveBeenCalled();
    expect(widthOf('Number')).toBe('');

    cleanup();
    await show();
    expect(widthOf('Name')).toBe('261px');
    await userEvent.dblClick(handle('Name'));
    expect(widthOf('Name')).toBe('');
  });

  it('stays between its bounds', async () => {
    await show();
    for (const [clientX, width] of [
      [-900, '64px'],
      [5000, '800px'],
    ] as const) {
      fireEvent.pointerDown(handle('Number'), { clientX: 200, button: 0, pointerId: 1 });
      fireEvent.pointerMove(window, { clientX, pointerId: 1 });
      fireEvent.pointerUp(window, { clientX, pointerId: 1 });
      expect(widthOf('Number')).toBe(width);
    }
    expect(parseWidths('a:9999,b:x,:3,c:120')).toEqual({ a: 800, c: 120 });
  });

  it('is changed by keyboard, at the head and at its edge, which arrows reach', async () => {
    await show();
    screen.getByRole('button', { name: 'Name' }).focus();
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
    expect(widthOf('Name')).toBe('216px');

    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(handle('Name'));
    expect(handle('Name').getAttribute('aria-valuenow')).toBe('216');
    await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
    expect(widthOf('Name')).toBe('184px');
    await userEvent.keyboard('{Home}');
    expect(widthOf('Name')).toBe('');
    expect(document.activeElement).toBe(handle('Name'));
    expect(handle('Name').getAttribute('aria-valuetext')).toBe('Automatic');

    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(screen.getByRole('columnheader', { name: 'Number' }));
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('7');
  });

  it('is automatic again with the rest of the view', async () => {
    await show();
    screen.getByRole('button', { name: 'Name' }).focus();
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
    await userEvent.click(screen.getByRole('button', { name: 'Table view' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Reset view' }));
    await userEvent.keyboard('{Escape}');
    expect(widthOf('Name')).toBe('');
  });
});
