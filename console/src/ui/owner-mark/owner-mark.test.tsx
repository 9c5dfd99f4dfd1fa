import { cleanup } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderPart } from '../test/test-screen.tsx';
import { OwnerMark } from './owner-mark.tsx';

afterEach(cleanup);

it.each([
  ['the mark of a vendor', { name: 'OpenAI', icon: 'openai' }, 'span', ''],
  ["the site's own picture", { name: 'Acme', icon: '/acme.svg' }, 'img', ''],
  ['a letter where there is neither', { name: 'acme', icon: '' }, 'span', 'A'],
  ['a letter for a picture from elsewhere', { name: 'Evil', icon: '//evil.example/x.png' }, 'span', 'E'],
  ['a letter for a mark that is no own member', { name: 'Odd', icon: 'constructor' }, 'span', 'O'],
])('shows %s', async (_, owner, element, text) => {
  const { container } = await renderPart(<OwnerMark owner={owner} />);
  expect(container.firstElementChild?.tagName.toLowerCase()).toBe(element);
  expect(container.textContent).toBe(text);
  expect(container.innerHTML.includes('evil.example')).toBe(false);
});
