import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { renderPart } from '../test/test-screen.tsx';
import { filterMoment, filterNumber, filterText, pageFilter, useUrlFilter } from './use-url-filter.ts';

const filterShape = pageFilter.extend({ keyword: filterText(), status: filterNumber() });

function Probe() {
  const [filter, setFilter] = useUrlFilter(filterShape);
  return (
    <>
      <output>{JSON.stringify(filter)}</output>
      <p>{useLocation().search}</p>
      <em>{useLocation().hash}</em>
      <button type="button" onClick={() => setFilter({ keyword: 'a b' })}>
        search
      </button>
      <button type="button" onClick={() => setFilter({ page: 3 })}>
        page
      </button>
      <button type="button" onClick={() => setFilter({ keyword: undefined, status: 2, order: '-id' })}>
        reset
      </button>
    </>
  );
}

it.each([
  ['1700000000', 1_700_000_000],
  ['8640000000001', undefined],
  ['%00', undefined],
])('takes %s as a moment, or nothing', (text, moment) => {
  expect(filterMoment().parse(text)).toBe(moment);
});

const shownFilter = () => JSON.parse(screen.getByRole('status').textContent ?? '{}');
const address = () => screen.getByRole('paragraph').textContent;

afterEach(cleanup);

describe('useUrlFilter', () => {
  it('reads the address and takes the default for what is missing or wrong', async () => {
    await renderPart(<Probe />, { address: '/?page=zero&size=5000&keyword=mine&status=x' });
    expect(shownFilter()).toEqual({ page: 1, size: 30, order: '-id', keyword: 'mine' });
  });

  it('goes back to the first page when anything but the page changes', async () => {
    await renderPart(<Probe />, { address: '/?page=7&other=kept' });
    await userEvent.click(screen.getByText('search'));
    expect(address()).toBe('?other=kept&keyword=a+b');
    await userEvent.click(screen.getByText('page'));
    expect(address()).toBe('?other=kept&keyword=a+b&page=3');
  });

  it('stays on the tab of the page', async () => {
    await renderPart(<Probe />, { address: '/?page=7#gateway' });
    await userEvent.click(screen.getByText('search'));
    expect(address()).toBe('?keyword=a+b');
    expect(screen.getByRole('emphasis').textContent).toBe('#gateway');
  });

  it('keeps defaults and emptied parts out of the address', async () => {
    await renderPart(<Probe />, { address: '/?keyword=mine&order=name' });
    await userEvent.click(screen.getByText('reset'));
    expect(address()).toBe('?status=2');
  });
});
