import type { OwnExamples } from '../support/example-requests.ts';

const fields = { quota: 5, max_uses: 2, expires_at: 0, group: '' };

const examples: OwnExamples<{ id: number; key: string }> = {
  seed: async (post, mark, get) => {
    await post('/api/redemption/', { ...fields, name: mark, count: 1 });
    const { data } = await get<{ data: [{ id: number }] }>(`/api/redemption/?keyword=${mark}`);
    const { key } = await post<{ key: string }>(`/api/redemption/${data[0].id}/reveal`, {});
    return { id: data[0].id, key };
  },
  requests: ({ id, key }) => ({
    redemption: {
      list: {},
      get: { params: { id } },
      create: { input: { ...fields, name: 'new', count: 2 } },
      redeem: { input: { key } },
      uses: { params: { id } },
      reveal: { params: { id } },
      exportCsv: {},
      update: { input: { ...fields, id, name: 'changed' } },
      remove: { params: { id } },
    },
  }),
};

export default examples;
