import { useQuery } from '@tanstack/react-query';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Page } from '@turnpike/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { renderPart } from '../test-screen.tsx';
import { DataTable } from './data-table.tsx';

interface Fruit {
  id: number;
  name: string;
}

const fruits: Fruit[] = [
  { id: 1, name: 'apple' },
  { id: 2, name: 'pear' },
  { id: 3, name: 'plum' },
];
const pageOf = (data: Fruit[]): Page<Fruit> => ({ data, page: 1, size: 10, total_count: data.length });

interface SubjectProps {
  load: () => Promise<Page<Fruit>>;
  onFilterChange?: (change: object) => void;
  onOpen?: (fruit: Fruit) => void;
}

function Subject({ load, onFilterChange = () => {}, onOpen = () => {} }: SubjectProps) {
  const query = useQuery({ queryKey: ['fruit'], queryFn: load });
  return (
    <DataTable
      name="fruit"
      label="Fruits"
      query={query}
      filter={{ page: 1, size: 10, order: 'name' }}
      onFilterChange={onFilterChange}
      rowKey={(fruit) => fruit.id}
      onRowOpen={onOpen}
      empty={<p>no fruit</p>}
      columns={[
        {
          field: 'name',
          header: 'Name',
          isSortable: true,
          cell: (fruit) => <a href={`#${fruit.id}`}>{fruit.name}</a>,
        },
        { field: 'id', header: 'Number', align: 'right' },
        {
          id: 'more',
          header: 'Actions',
          isHeaderHidden: true,
          cell: () => <button type="button">more</button>,
        },
      ]}
    />
  );
}

afterEach(cleanup);

describe('DataTable by keyboard', () => {
  it('moves between rows with the arrow keys, keeping the place in the row', async () => {
    await renderPart(<Subject load={async () => pageOf(fruits)} />);
    (await screen.findByText('apple')).focus();

    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('pear');
    await userEvent.keyboard('{End}');
    expect(document.activeElement?.textContent).toBe('plum');

    await userEvent.tab();
    await userEvent.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(screen.getAllByText('more')[1]);
  });

  it('sorts by a column and turns the direction', async () => {
    const onFilterChange = vi.fn();
    await renderPart(<Subject load={async () => pageOf(fruits)} onFilterChange={onFilterChange} />);

    await userEvent.click(await screen.findByRole('button', { name: 'Name' }));

    expect(onFilterChange).toHaveBeenCalledWith({ order: '-name' });
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending');
  });
});

describe('DataTable', () => {
  it('opens a row on a click beside its controls only', async () => {
    const onOpen = vi.fn();
    await renderPart(<Subject load={async () => pageOf(fruits)} onOpen={onOpen} />);

    await userEvent.click((await screen.findAllByText('more'))[0] as HTMLElement);
    expect(onOpen).not.toHaveBeenCalled();
    await userEvent.click(screen.getByText('2'));
    expect(onOpen).toHaveBeenCalledWith(fruits[1]);
  });

  it('says what failed, with the request id, and loads again', async () => {
    const load = vi
      .fn<() => Promise<Page<Fruit>>>()
      .mockRejectedValueOnce(new ApiError({ code: 'gateway.unavailable', status: 503, requestId: 'r-9' }))
      .mockResolvedValueOnce(pageOf(fruits));
    await renderPart(<Subject load={load} />);

    expect(
      await screen.findByText('The gateway cannot reach its database now. Try again later.'),
    ).toBeTruthy();
    expect(screen.getByText('r-9')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('apple')).toBeTruthy();
  });

  it('shows the next step instead of no rows', async () => {
    await renderPart(<Subject load={async () => pageOf([])} />);
    expect(await screen.findByText('no fruit')).toBeTruthy();
  });
});
