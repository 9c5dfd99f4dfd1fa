import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../platform/gateway-error.ts';
import { anthropicModelList } from './anthropic-model-list.ts';

interface Page {
  data: { id: string }[];
  has_more: boolean;
  first_id: string | null;
  last_id: string | null;
}
const models = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, owner: 'Anthropic' }));
const list = (query: string, of = models): Page => anthropicModelList.list(of, query) as Page;
const idsOf = ({ data }: Page): string => data.map(({ id }) => id).join('');

describe('a list of models as Anthropic’s clients read it', () => {
  it('says what a model is', () => {
    expect(anthropicModelList.one(models[0] as (typeof models)[0])).toEqual({
      ...{ type: 'model', id: 'a', display_name: 'a' },
      ...{ created_at: '2023-03-01T05:52:43Z', lifecycle: 'active' },
      ...{ capabilities: null, max_input_tokens: null, max_tokens: null },
    });
  });

  it.each([
    { query: '', ids: 'abcde', has_more: false },
    { query: 'beta=true', ids: 'abcde', has_more: false },
    { query: 'limit=2', ids: 'ab', has_more: true },
    { query: 'limit=5', ids: 'abcde', has_more: false },
    { query: 'limit=2&after_id=b', ids: 'cd', has_more: true },
    { query: 'limit=2&after_id=d', ids: 'e', has_more: false },
    { query: 'after_id=e', ids: '', has_more: false },
    { query: 'limit=2&before_id=e', ids: 'cd', has_more: true },
    { query: 'limit=2&before_id=b', ids: 'a', has_more: false },
  ])('of "$query" is "$ids", more: $has_more', ({ query, ids, has_more }) => {
    const page = list(query);
    expect(idsOf(page)).toBe(ids);
    expect(page).toMatchObject({ has_more, first_id: ids[0] ?? null, last_id: ids.at(-1) ?? null });
  });

  it('is empty where there is nothing', () => {
    expect(list('', [])).toEqual({ data: [], has_more: false, first_id: null, last_id: null });
  });

  it('is read whole page by page', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), (limit) => {
        let read = '';
        for (let page = list(`limit=${limit}`); ; page = list(`limit=${limit}&after_id=${page.last_id}`)) {
          read += idsOf(page);
          if (!page.has_more) return read === 'abcde';
        }
      }),
    );
  });

  it.each(['limit=0', 'limit=1001', 'limit=x', 'limit=-1', 'after_id=z', 'before_id=z'])(
    'refuses %s',
    (query) => {
      expect(() => list(query)).toThrow(GatewayError);
    },
  );
});
