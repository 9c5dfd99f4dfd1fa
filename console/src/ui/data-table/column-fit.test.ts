import { describe, expect, it } from 'vitest';
import { columnsWithoutRoom, editedColumns } from './column-fit.ts';

const columns = [
  { id: 'name', header: 'Name' },
  { id: 'note', header: 'Note', importance: 'low' as const },
  { id: 'kind', header: 'Kind', importance: 'medium' as const },
  { id: 'user', header: 'User', importance: 'low' as const },
  { id: 'cost', header: 'Cost' },
];
const neededPx = new Map(columns.map(({ id }) => [id, 100]));

describe('the columns of a narrow list', () => {
  it.each([
    { roomPx: 500, left: [] },
    { roomPx: 499, left: ['user'] },
    { roomPx: 350, left: ['user', 'note'] },
    { roomPx: 250, left: ['user', 'note', 'kind'] },
    { roomPx: 50, left: ['user', 'note', 'kind'] },
  ])('leave by importance and from the right: $roomPx px', ({ roomPx, left }) => {
    expect(columnsWithoutRoom({ columns, neededPx, roomPx, wanted: [] })).toEqual(left);
  });

  it('stay where the reader asked for them', () => {
    expect(columnsWithoutRoom({ columns, neededPx, roomPx: 350, wanted: ['user'] })).toEqual([
      'note',
      'kind',
    ]);
  });
});

it('names the columns in which a value is being edited', () => {
  document.body.innerHTML = `<table>
    <thead><tr><th></th><th data-column="name">Name</th><th data-column="limit">Limit</th></tr></thead>
    <tbody>
      <tr><td></td><td>a</td><td><button>7</button></td></tr>
      <tr><td></td><td>b</td><td><form><input></form></td></tr>
    </tbody>
  </table>`;
  expect(editedColumns(document.querySelector('table') as HTMLTableElement)).toEqual(['limit']);
});
