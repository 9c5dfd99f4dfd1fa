import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { highlightSearch } from './search-highlight.ts';

class FakeHighlight {
  readonly ranges: Range[];
  constructor(...ranges: Range[]) {
    this.ranges = ranges;
  }
}

let highlights: Map<string, FakeHighlight>;
const marked = () => highlights.get('search-hit')?.ranges.map((range) => range.toString());

beforeEach(() => {
  highlights = new Map();
  vi.stubGlobal('CSS', { highlights });
  vi.stubGlobal('Highlight', FakeHighlight);
  document.body.innerHTML =
    '<p>Ann</p><ul data-row><li>Anna</li><li>Joanna, <b>ann</b></li><li>Bob (b.)</li></ul>';
});
afterEach(() => vi.unstubAllGlobals());

it('marks a word wherever it stands, also in rows that come later, until it is ended', async () => {
  const end = highlightSearch(document.body, ' ANN ');
  expect(marked()).toEqual(['Ann', 'ann', 'ann']);

  document.querySelector('ul')?.insertAdjacentHTML('beforeend', '<li>Annette</li>');
  await vi.waitFor(() => expect(marked()).toEqual(['Ann', 'ann', 'ann', 'Ann']));

  end();
  expect(highlights.size).toBe(0);
});

it('takes what is typed as it stands, beside letters whose small form is longer', () => {
  highlightSearch(document.body, '(b.)')();
  document.body.innerHTML = '<p data-row>İİİ Ann</p>';
  const end = highlightSearch(document.body, 'ann');
  expect(marked()).toEqual(['Ann']);
  end();
});

it('leaves everything as it is where nothing is searched or the browser cannot mark', () => {
  highlightSearch(document.body, '  ')();
  vi.stubGlobal('CSS', {});
  highlightSearch(document.body, 'ann')();
  expect(highlights.size).toBe(0);
});
