import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPart } from '../../ui/test/test-screen.tsx';
import { serve } from '../../ui/test/test-server.ts';
import ModelOwnerPage from './model-owner-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('the list of owners draws kept pictures and says so instead of their names', async () => {
  const icon = `/api/picture/${'0f'.repeat(32)}`;
  serve({ 'GET /api/model_ownedby/': { data: [{ id: 1001, name: 'Acme', icon }] } });
  await renderPart(<ModelOwnerPage />);

  expect(await screen.findByText('Picture stored here')).toBeTruthy();
  expect(document.querySelector('img')?.getAttribute('src')).toBe(icon);
  expect(screen.queryByText(icon)).toBeNull();
});
