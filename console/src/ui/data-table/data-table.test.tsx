import { useQuery } from '@tanstack/react-query';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Page } from '@turnpike/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { renderPart } from '../test/test-screen.tsx';
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
  onEat?: (fruits: Fruit[]) => unknown;
}

function Subject({ load, onFilterChange = () => {}, onOpen = () => {}, onEat }: SubjectProps) {
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
      filters={<p>filters</p>}
      exportHref="/api/fruit/export?keyword=a"
      {...(onEat && {
        selection: {
          nameOf: (fruit: Fruit) => fruit.name,
          canSelect: (fruit: Fruit) => fruit.name !== 'rotten',
          actions: [
            {
              label: 'Eat',
              onRun: onEat,
              confirm: (chosen: Fruit[]) => ({ title: `Eat ${chosen.length}?`, hint: 'They are gone then.' }),
            },
          ],
        },
      })}
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

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

const focused = () => document.activeElement;
const press = (keys: string) => userEvent.keyboard(keys);

it('leads from a page beyond the end to the last one, which takes its place in the history', async () => {
  const onFilterChange = vi.fn();
  const load = async () => ({ data: [], page: 50, size: 10, total_count: 23 });
  await renderPart(<Subject load={load} onFilterChange={onFilterChange} />);
  await vi.waitFor(() => expect(onFilterChange).toHaveBeenCalledWith({ page: 3 }, { replace: true }));
  expect(screen.queryByText('no fruit')).toBeNull();
});

describe('DataTable by keyboard', () => {
  it('goes from cell to cell, into their controls, and back to where it was left', async () => {
    await renderPart(
      <>
        <Subject load={async () => pageOf(fruits)} />
        <button type="button">behind</button>
      </>,
    );
    (await screen.findByText('apple')).focus();

    await press('{ArrowDown}');
    expect(focused()?.textContent).toBe('pear');
    await press('{ArrowRight}');
    expect(focused()?.textContent).toBe('2');
    await press('{End}');
    expect(focused()).toBe(screen.getAllByText('more')[1]);
    await press('{ArrowUp}');
    expect(focused()).toBe(screen.getAllByText('more')[0]);
    await press('{ArrowUp}{Home}');
    expect(focused()).toBe(screen.getByRole('button', { name: 'Name' }));
    await press('{PageDown}');
    expect(focused()?.textContent).toBe('plum');
    await press('{Control>}{Home}{/Control}');
    expect(focused()?.textContent).toBe('apple');

    await userEvent.tab();
    expect(focused()?.textContent).toBe('behind');
    await userEvent.tab({ shift: true });
    expect(focused()?.textContent).toBe('apple');
  });

  it('opens a row with Enter and selects it with Space', async () => {
    const onOpen = vi.fn();
    await renderPart(<Subject load={async () => pageOf(fruits)} onOpen={onOpen} onEat={() => {}} />);
    (await screen.findByText('apple')).focus();

    await press('{ArrowRight}{Enter}');
    expect(onOpen).toHaveBeenCalledWith(fruits[0]);
    await press(' ');
    expect(await screen.findByText('1 selected')).toBeTruthy();
    expect(screen.getAllByRole('row')[1]?.getAttribute('aria-selected')).toBe('true');
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

const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` });

describe('DataTable with boxes', () => {
  it('selects a range with Shift and the page by its head, but no row that nothing can be done to', async () => {
    const rows = [...fruits, { id: 4, name: 'rotten' }];
    await renderPart(<Subject load={async () => pageOf(rows)} onEat={() => {}} />);
    await screen.findByText('apple');

    const user = userEvent.setup();
    await user.click(box('apple'));
    await user.keyboard('{Shift>}');
    await user.click(box('plum'));
    await user.keyboard('{/Shift}');
    expect(await screen.findByText('3 selected')).toBeTruthy();
    expect(screen.queryByText('filters')).toBeNull();
    expect(screen.queryByRole('checkbox', { name: 'Select rotten' })).toBeNull();

    await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
    expect(screen.getByText('filters')).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
    expect(screen.getByText('3 selected')).toBeTruthy();
  });

  it('does something to many only after their number was typed, and then gives the selection up', async () => {
    const onEat = vi.fn();
    await renderPart(<Subject load={async () => pageOf(fruits)} onEat={onEat} />);
    await screen.findByText('apple');
    await userEvent.click(box('apple'));
    await userEvent.click(box('plum'));

    await userEvent.click(screen.getByRole('button', { name: 'Eat' }));
    const confirm = screen.getAllByRole('button', { name: 'Eat' }).at(-1) as HTMLButtonElement;
    expect(screen.getByText('Eat 2?')).toBeTruthy();
    expect(confirm.disabled).toBe(true);
    await userEvent.type(screen.getByRole('textbox', { name: 'Type 2 to confirm' }), '2{Enter}');

    expect(onEat).toHaveBeenCalledWith([fruits[0], fruits[2]]);
    expect(await screen.findByText('filters')).toBeTruthy();
  });

  it('keeps the selection when it fails', async () => {
    const onEat = vi.fn(async () => {
      throw new ApiError({ code: 'gateway.unavailable', status: 503 });
    });
    await renderPart(<Subject load={async () => pageOf(fruits)} onEat={onEat} />);
    await screen.findByText('apple');
    await userEvent.click(box('pear'));
    await userEvent.click(screen.getByRole('button', { name: 'Eat' }));
    await userEvent.click(screen.getAllByRole('button', { name: 'Eat' }).at(-1) as HTMLElement);

    await vi.waitFor(() => expect(screen.queryByText('Eat 1?')).toBeNull());
    expect(screen.getByText('1 selected')).toBeTruthy();
  });
});

function Wide() {
  return (
    <DataTable
      name="wide"
      label="Wide"
      query={useQuery({ queryKey: ['wide'], queryFn: async () => pageOf(fruits) })}
      filter={{ page: 1, size: 10, order: 'name' }}
      onFilterChange={() => {}}
      rowKey={(fruit) => fruit.id}
      empty={null}
      columns={[
        { field: 'name', header: 'Name' },
        { id: 'a', header: 'A', cell: () => 'a' },
        { id: 'b', header: 'B', cell: () => 'b' },
        { id: 'c', header: 'C', cell: () => 'c', isHiddenAtFirst: true },
        { id: 'more', header: 'Actions', isHeaderHidden: true, cell: () => null },
      ]}
    />
  );
}

describe('the view of a DataTable', () => {
  const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);
  const openView = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Table view' }));
    await screen.findByRole('dialog', { name: 'Table view' });
  };

  it('remembers the order of columns and which are shown', async () => {
    await renderPart(<Wide />);
    await screen.findByText('apple');
    expect(heads()).toEqual(['Name', 'A', 'B', 'Actions']);

    await openView();
    await userEvent.click(screen.getByRole('button', { name: 'Move B earlier' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'C' }));
    cleanup();
    await renderPart(<Wide />);
    await screen.findByText('apple');
    expect(heads()).toEqual(['Name', 'B', 'A', 'C', 'Actions']);

    await openView();
    await userEvent.click(screen.getByRole('button', { name: 'Reset view' }));
    await userEvent.keyboard('{Escape}');
    expect(screen.getAllByText(/^[ABC]$/, { selector: 'th' }).map((head) => head.textContent)).toEqual([
      'A',
      'B',
    ]);
  });

  it('offers the list as a file', async () => {
    await renderPart(<Subject load={async () => pageOf(fruits)} />);
    await screen.findByText('apple');
    await openView();
    const link = screen.getByRole('link', { name: 'Download CSV' });
    expect(link.getAttribute('href')).toBe('/api/fruit/export?keyword=a');
    expect(link.hasAttribute('download')).toBe(true);
  });

  it('draws only a part of a list of thousands', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
    const many = Array.from({ length: 2000 }, (_, id) => ({ id, name: `fruit ${id}` }));
    await renderPart(<Subject load={async () => pageOf(many)} />);
    await screen.findByText('fruit 0');
    expect(screen.getByRole('grid', { name: 'Fruits' }).getAttribute('aria-rowcount')).toBe('2001');
    expect(screen.getAllByRole('row').length).toBeLessThan(80);
  });
});
