import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { TestSearch } from './test-search.tsx';

describe('the test of the search engine', () => {
  let sent: unknown[] = [];
  let data: object = {};
  beforeEach(async () => {
    sent = [];
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      if (url !== '/api/option/test_search') return Response.json({ success: true, message: '', data: {} });
      sent.push(JSON.parse(String(init?.body)));
      return Response.json({ success: true, message: '', data });
    });
    await loadTexts('setting');
    await renderPart(<TestSearch />);
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });
  const search = async (query: string) => {
    const user = userEvent.setup();
    await user.type(await screen.findByRole('textbox', { name: /^Try a search for/ }), query);
    await user.click(screen.getByRole('button', { name: 'Search' }));
  };

  it('shows what the engine finds, by its addresses', async () => {
    data = {
      answered: true,
      reason: '',
      results: [{ title: 'Tolls', url: 'https://toll.example/', text: 'All of them.' }],
    };
    await search(' tolls ');
    expect(await screen.findByText('1 result')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Tolls' }).getAttribute('href')).toBe('https://toll.example/');
    expect(sent).toEqual([{ query: 'tolls' }]);
  });

  it('says so where the engine finds nothing', async () => {
    data = { answered: true, reason: '', results: [] };
    await search('x');
    expect(await screen.findByText('The engine answered and found nothing.')).toBeTruthy();
  });

  it('says why the engine does not answer', async () => {
    data = { answered: false, reason: 'it refused the key', results: [] };
    await search('x{Enter}');
    expect(await screen.findByText('The engine did not answer: it refused the key.')).toBeTruthy();
    await waitFor(() => expect(sent.length).toBeGreaterThan(0));
  });
});
