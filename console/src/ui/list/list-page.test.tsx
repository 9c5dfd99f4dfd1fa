import { useQuery } from '@tanstack/react-query';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { tokenCalls } from '@turnpike/contract';
import { useLocation } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../test/test-screen.tsx';
import { serve } from '../test/test-server.ts';
import { entityQueries } from './entity-queries.ts';
import { ListPage } from './list-page.tsx';
import { OpenLink } from './open-link.tsx';
import { useListPage } from './use-list-page.ts';
import { listFilter } from './use-url-filter.ts';

const things = entityQueries('thing', tokenCalls);

function Things() {
  const list = useListPage('thing', listFilter);
  return (
    <>
      <ListPage
        list={list}
        query={useQuery(things.pageQuery(list.filter))}
        columns={[
          { field: 'name', header: 'Name', cell: ({ id, name }) => <OpenLink id={id}>{name}</OpenLink> },
        ]}
        title="Things"
        purpose="All of them."
        create="Make one"
        search="Search"
        empty={{ title: 'No thing yet', hint: 'Make the first one.' }}
        unmatched={{ title: 'No thing matches' }}
        form={(id) => (
          <dialog open aria-label={`Form of ${id}`}>
            <button type="button" onClick={list.close}>
              Close
            </button>
          </dialog>
        )}
      />
      <output>{useLocation().search}</output>
    </>
  );
}

const rows = [7, 8].map((id) => ({ id, name: `thing ${id}` }));

async function openPage(data: typeof rows, address = '/') {
  serve({ 'GET /api/token/': { data: { data, page: 1, size: 30, total_count: data.length } } });
  await renderPart(<Things />, { address });
}

const address = () => screen.getByRole('status').textContent;
const inHeader = () => within(screen.getByRole('banner')).queryByRole('button', { name: 'Make one' });

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('a list page', () => {
  it('opens the form of a new row, from the list itself where there is none yet', async () => {
    await openPage([]);
    expect(await screen.findByText('No thing yet')).toBeTruthy();
    expect(inHeader()).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Make one' }));
    expect(screen.getByRole('dialog', { name: 'Form of new' })).toBeTruthy();
    expect(address()).toBe('?open=new');
  });

  it('opens a row in its address and closes it, on the page where the reader was', async () => {
    await openPage(rows, '/?page=2&keyword=thing');
    await userEvent.click(await screen.findByRole('link', { name: 'thing 8' }));
    expect(screen.getByRole('dialog', { name: 'Form of 8' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(address()).toBe('?page=2&keyword=thing');
  });

  it('offers to clear a filter that leaves nothing', async () => {
    await openPage([], '/?keyword=nothing&order=name');
    expect(await screen.findByText('No thing matches')).toBeTruthy();
    expect(inHeader()).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(address()).toBe('?order=name');
    expect(await screen.findByText('No thing yet')).toBeTruthy();
  });
});
