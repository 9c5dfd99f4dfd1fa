import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { renderPart } from '../test/test-screen.tsx';
import { useListFilter } from './use-list-filter.ts';
import { pageFilter } from './use-url-filter.ts';

function Probe({ name }: { name: string }) {
  const [filter, setFilter] = useListFilter(name, pageFilter);
  return (
    <>
      <output>{filter.size}</output>
      <p>{useLocation().search}</p>
      <button type="button" onClick={() => setFilter({ size: 50 })}>
        fifty
      </button>
    </>
  );
}

const shownSize = () => screen.getByRole('status').textContent;

afterEach(() => {
  cleanup();
  localStorage.clear();
});

it('remembers how many rows a page has, for each list', async () => {
  await renderPart(<Probe name="token" />, { address: '/panel/token?page=3' });
  expect(shownSize()).toBe('30');

  await userEvent.click(screen.getByRole('button', { name: 'fifty' }));
  expect(shownSize()).toBe('50');
  expect(screen.getByRole('paragraph').textContent).toBe('');
  expect(JSON.parse(localStorage.getItem('user_page_sizes') ?? '')).toEqual({ token: 50 });

  cleanup();
  await renderPart(<Probe name="log" />, { address: '/panel/log' });
  expect(shownSize()).toBe('30');

  cleanup();
  await renderPart(<Probe name="token" />, { address: '/panel/token?size=10' });
  expect(shownSize()).toBe('10');
});

it('takes no harm from what others stored', async () => {
  localStorage.setItem('user_page_sizes', '{"token":"many"');
  await renderPart(<Probe name="token" />, { address: '/panel/token' });
  expect(shownSize()).toBe('30');
});
