import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { renderPart } from '../ui/test/test-screen.tsx';
import { publicLinks } from './public-links.ts';
import { PublicMenu } from './public-menu.tsx';

afterEach(cleanup);

it('shows the links of the site and the way in, and closes after a choice', async () => {
  const user = userEvent.setup();
  await renderPart(<PublicMenu links={publicLinks(false)} entry={{ to: '/login', label: 'Sign in' }} />);

  const button = screen.getByRole('button', { name: 'Open menu' });
  await user.click(button);

  const names = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
  expect(names).toEqual(['Home', 'Prices', 'About', 'Sign in']);
  await user.click(screen.getByRole('menuitem', { name: 'About' }));
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

it('leads to the playground only with an account', () => {
  expect(publicLinks(true).map(({ to }) => to)).toEqual(['/', '/playground', '/price', '/about']);
});

it('leads to the status of models where the site shows it', () => {
  const pathsOf = (site?: object) => publicLinks(false, site).map(({ to }) => to);
  expect(pathsOf({ model_status_page: true })).toEqual(['/', '/price', '/status', '/about']);
  expect(pathsOf({ model_status_page: false })).not.toContain('/status');
  expect(pathsOf()).not.toContain('/status');
});
