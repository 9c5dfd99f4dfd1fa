import type { OwnExamples } from '../support/example-requests.ts';

const fields = {
  ...{ max_uses: 1, starts_at: 0, expires_at: 0, group: 'default', gift_quota: 5, enable: true },
};

const examples: OwnExamples<{ id: number; mark: string }> = {
  seed: async (post, mark) => ({
    ...(await post('/api/invite_code/', { ...fields, name: mark, code: `code-${mark}` })),
    mark,
  }),
  requests: ({ id, mark }) => ({
    inviteCode: {
      list: {},
      get: { params: { id } },
      create: { input: { ...fields, name: 'new', code: `new-${mark}` } },
      update: { input: { ...fields, id, name: 'changed' } },
      remove: { params: { id } },
    },
  }),
};

export default examples;
