import type { OwnExamples } from '../support/example-requests.ts';

const date = '2024-02-01';
const counts = { request_count: 1, quota: 5, prompt_tokens: 1, completion_tokens: 1, request_time: 1 };

const examples: OwnExamples<{ id: number }> = {
  seed: async (_post, mark, _get, { site, as }) => {
    const insert = (user: { id: number; username: string }) =>
      site.db
        .insertInto('invoices')
        .values({
          ...{ name: mark, account_id: 1_000_000 + user.id, user_id: user.id, username: user.username },
          ...{ email: '', date, status: 'unpaid', ...counts, opening: 10, credits: 0, closing: 5 },
          ...{ time_zone: 'UTC', created_at: 1, paid_at: 0, paid_by: null, paid_note: '' },
        })
        .onConflict((conflict) => conflict.columns(['account_id', 'date']).doUpdateSet({ name: mark }))
        .returning('id')
        .executeTakeFirstOrThrow();
    await insert(as);
    // An invoice of the caller would be paid by the next credit.
    return insert({ id: 1_000_000 + as.id, username: 'gone' });
  },
  requests: ({ id }) => ({
    invoice: {
      listOwn: {},
      linesOwn: { query: { date } },
      getOwn: { query: { date } },
      exportOwnCsv: { query: { date } },
      pdfOwn: { query: { date } },
      list: {},
      get: { params: { id } },
      pdf: { params: { id } },
      generate: { params: { time: '2019-03-01' } },
      update: { params: { time: '2019-03-01' } },
      markPaid: { params: { id }, input: { reason: 'by bank' } },
    },
  }),
};

export default examples;
