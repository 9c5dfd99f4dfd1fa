import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPart } from '../test/test-screen.tsx';
import { SearchField } from './search-field.tsx';

const searched: string[] = [];
let arrive = (): void => {};

/** Its address changes when `arrive` is called: until then the screen that is searched for is loaded. */
function Fruits() {
  const [value, setValue] = useState('');
  const onChange = (text: string) => {
    searched.push(text);
    arrive = () => act(() => setValue(text));
  };
  return (
    <>
      <SearchField label="Search fruit" value={value} onChange={onChange} />
      <button type="button" onClick={() => setValue('')}>
        Clear filters
      </button>
    </>
  );
}

afterEach(() => {
  cleanup();
  searched.length = 0;
});

it('keeps what was typed while what is searched for is loaded, and what is typed meanwhile', async () => {
  await renderPart(<Fruits />);
  const field = screen.getByRole('searchbox');

  await userEvent.type(field, 'a');
  await vi.waitFor(() => expect(searched).toEqual(['a']));
  await userEvent.type(field, 'pple');
  expect(field).toHaveProperty('value', 'apple');
  arrive();
  expect(field).toHaveProperty('value', 'apple');
  await vi.waitFor(() => expect(searched).toEqual(['a', 'apple']));
  arrive();

  expect(field).toHaveProperty('value', 'apple');
});

it('shows the value when it is changed elsewhere', async () => {
  await renderPart(<Fruits />);
  const field = screen.getByRole('searchbox');
  await userEvent.type(field, 'apple{Enter}');
  expect(searched).toEqual(['apple']);
  arrive();

  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));

  expect(field).toHaveProperty('value', '');
});
