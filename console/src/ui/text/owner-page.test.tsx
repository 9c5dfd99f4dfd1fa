import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderPart } from '../test/test-screen.tsx';
import { OwnerPage } from './owner-page.tsx';

afterEach(cleanup);

it('shows an address alone as a link, and puts no other site into the page', async () => {
  const { container } = await renderPart(<OwnerPage text=" https://docs.example/start " />);
  const link = screen.getByRole('link', { name: 'https://docs.example/start' });
  expect(link.getAttribute('rel')).toContain('noopener');
  expect(container.querySelector('iframe')).toBeNull();
});

it('shows Markdown and harmless HTML, and drops what would run', async () => {
  const { container } = await renderPart(
    <OwnerPage
      text={
        '# Hello\n\n<b>bold</b> <a href="javascript:alert(1)" onclick="alert(1)">bad</a><script>alert(1)</script><iframe src="https://x.example"></iframe><img src="https://x.example/1.png" alt="A picture">'
      }
    />,
  );
  expect(await screen.findByRole('heading', { name: 'Hello' })).toBeTruthy();
  expect(screen.getByText('bold').tagName).toBe('B');
  expect(screen.getByText('bad').getAttribute('href')).toBeNull();
  expect(screen.getByText('A picture')).toBeTruthy();
  for (const name of ['script', 'iframe', 'img']) expect(container.querySelector(name)).toBeNull();
  expect(container.innerHTML).not.toContain('onclick');
});
