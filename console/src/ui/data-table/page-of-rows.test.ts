import { expect, it } from 'vitest';
import { pageOfRows } from './page-of-rows.ts';

const rows = [
  { name: 'b', price: 10 },
  { name: 'a', price: 10 },
  { name: 'c', price: 9 },
];
const orders = {
  name: (row: { name: string }) => row.name,
  price: (row: { price: number }) => row.price,
};
const namesOf = (order: string, page = 1, size = 10) =>
  pageOfRows(rows, { page, size, order }, orders).data.map(({ name }) => name);

it('orders by number or text, equals by the first order', () => {
  expect(namesOf('price')).toEqual(['c', 'a', 'b']);
  expect(namesOf('-price')).toEqual(['a', 'b', 'c']);
  expect(namesOf('-name')).toEqual(['c', 'b', 'a']);
  expect(namesOf('what nobody knows')).toEqual(['a', 'b', 'c']);
});

it('cuts the page that is asked for', () => {
  expect(namesOf('name', 2, 2)).toEqual(['c']);
  expect(pageOfRows(rows, { page: 9, size: 2, order: 'name' }, orders)).toEqual({
    ...{ data: [], page: 9, size: 2, total_count: 3 },
  });
});
