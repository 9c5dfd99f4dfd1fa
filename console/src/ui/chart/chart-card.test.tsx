import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderPart } from '../test/test-screen.tsx';
import { ChartCard } from './chart-card.tsx';
import { type ChartValue, toChartData } from './chart-data.ts';

afterEach(cleanup);

const buckets = [
  { key: '2027-01-14', label: 'Jan 14' },
  { key: '2027-01-15', label: 'Jan 15' },
];
const values: ChartValue[] = Array.from({ length: 10 }, (_, at) => ({
  ...{ bucket: at % 2 === 0 ? '2027-01-14' : '2027-01-15', name: `model-${at}`, value: 10 - at },
}));
const loaded = { isPending: false, isError: false, error: null, isPlaceholderData: false, refetch: () => {} };

async function show(given: Partial<Parameters<typeof ChartCard>[0]>) {
  const part = (
    <ChartCard
      title="Calls"
      query={loaded}
      data={toChartData(buckets, values, { restLabel: 'Other' })}
      format={String}
      formatTick={String}
      linkOf={(series, bucket) => `/log?${series ?? ''}&${bucket ?? ''}`}
      empty={<p>Nothing yet</p>}
      {...given}
    />
  );
  await renderPart(part);
  await loadTexts('chart');
}

describe('a chart', () => {
  it('says its sum, its largest part and its highest day', async () => {
    await show({});
    expect((await screen.findByRole('heading', { name: /Calls/ })).textContent).toContain('55');
    const summary = await screen.findByText(
      /^55 in total; the highest is Thursday, January 14, 2027 with 30\./,
    );
    expect(summary.textContent).toContain('The largest part is model-0 with 18%.');
  });

  it('tells eight series apart and sums the others', async () => {
    await show({});
    const legend = (await screen.findAllByRole('listitem')).map((item) => item.textContent);
    expect(legend).toHaveLength(9);
    expect(legend[0]).toBe('model-010');
    expect(legend.at(-1)).toBe('Other3');
    expect(screen.getByRole('link', { name: 'model-0' }).getAttribute('href')).toBe('/log?model-0&');
  });

  it('shows the same numbers as a table, newest first, each day leading to its rows', async () => {
    await show({});
    await userEvent.click(await screen.findByRole('button', { name: 'Show as table: Calls' }));
    const table = within(await screen.findByRole('table', { name: 'Calls' }));
    const rows = table.getAllByRole('row').map((row) => row.textContent?.slice(0, 40));
    expect(rows[1]).toContain('Friday, January 15, 2027');
    expect(table.getByRole('link', { name: 'Thursday, January 14, 2027' }).getAttribute('href')).toBe(
      '/log?&2027-01-14',
    );
    const [, total] = table.getAllByRole('row').at(-1)?.querySelectorAll('th, td') ?? [];
    expect(total?.textContent).toBe('55');
  });

  it('says what to do when there is nothing, and why when it failed', async () => {
    await show({ data: toChartData(buckets, [], { restLabel: 'Other' }) });
    expect(await screen.findByText('Nothing yet')).toBeTruthy();
    cleanup();
    await show({ data: undefined, query: { ...loaded, isError: true, error: new Error('no') } });
    expect(await screen.findByRole('alert')).toBeTruthy();
  });
});
