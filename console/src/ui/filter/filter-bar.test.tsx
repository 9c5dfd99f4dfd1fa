import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderPart } from '../test/test-screen.tsx';
import { ChoiceFilter } from './choice-filter.tsx';
import { FilterBar } from './filter-bar.tsx';
import { SearchField } from './search-field.tsx';

interface FruitFilter {
  colour?: string | undefined;
  taste?: string | undefined;
  order?: string | undefined;
}

const choicesOf = (...values: string[]) => values.map((value) => ({ value, label: value }));

function Fruits() {
  const [filter, setFilter] = useState<FruitFilter>({ order: 'name' });
  const isFiltered = filter.colour !== undefined || filter.taste !== undefined;
  const change = (one: FruitFilter) => setFilter({ ...filter, ...one });
  return (
    <FilterBar
      search={<SearchField label="Search fruit" value="" onChange={() => {}} />}
      onClear={isFiltered ? () => setFilter({ order: 'name' }) : undefined}
    >
      <ChoiceFilter
        label="Colour"
        value={filter.colour}
        choices={choicesOf('red', 'green')}
        onChange={(colour) => change({ colour })}
      />
      <ChoiceFilter
        label="Taste"
        value={filter.taste}
        choices={choicesOf('sweet')}
        onChange={(taste) => change({ taste })}
      />
      <ChoiceFilter
        label="Order"
        value={filter.order}
        isAlwaysOn
        choices={choicesOf('name', 'price')}
        onChange={(order) => change({ order })}
      />
    </FilterBar>
  );
}

const setWidth = (width: number) =>
  (window as unknown as { happyDOM: { setViewport: (size: object) => void } }).happyDOM.setViewport({
    width,
  });
const click = async (role: string, name: string | RegExp) =>
  userEvent.click(await screen.findByRole(role, { name }));

afterEach(() => {
  cleanup();
  setWidth(1024);
});

describe('the filters of a list', () => {
  it('stand in one row beside the search', async () => {
    await renderPart(<Fruits />);
    expect(screen.getByRole('button', { name: 'Colour' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Filters' })).toBeNull();
    await click('button', 'Colour');
    await click('menuitemradio', 'red');
    await click('button', 'Clear filters');
    expect(screen.getByRole('button', { name: 'Colour' })).toBeTruthy();
  });
});

describe('the filters of a list on a phone', () => {
  beforeEach(() => setWidth(360));

  it('open by a button that counts those that are on, and act at once', async () => {
    await renderPart(<Fruits />);
    expect(await screen.findByRole('searchbox', { name: 'Search fruit' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^(Colour|Order)/ })).toBeNull();

    await click('button', 'Filters');
    const sheet = await screen.findByRole('dialog', { name: 'Filters' });
    expect(within(sheet).getByRole('button', { name: 'Order: name' })).toBeTruthy();
    await click('button', 'Taste');
    await click('menuitemradio', 'sweet');
    await click('button', 'Order: name');
    await click('menuitemradio', 'price');
    await click('button', 'Show results');

    expect(await screen.findByRole('button', { name: 'Filters 2 on' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Order: price' })).toBeTruthy();
    await click('button', 'Clear Taste');
    expect(await screen.findByRole('button', { name: 'Filters 1 on' })).toBeTruthy();
  });

  it('are cleared together, and the button has the focus again', async () => {
    await renderPart(<Fruits />);
    await click('button', 'Filters');
    const clear = await screen.findByRole('button', { name: 'Clear filters' });
    expect(clear.getAttribute('aria-disabled')).toBe('true');
    await click('button', 'Colour');
    await click('menuitemradio', 'green');
    await userEvent.click(clear);
    expect(document.activeElement).toBe(clear);
    await userEvent.keyboard('{Escape}');

    const button = await screen.findByRole('button', { name: 'Filters' });
    expect(document.activeElement).toBe(button);
  });

  it('need no button where there is only a search', async () => {
    await renderPart(<FilterBar search={<SearchField label="Search" value="" onChange={() => {}} />} />);
    await screen.findByRole('searchbox');
    expect(screen.queryByRole('button')).toBeNull();
  });
});
