import type { OwnExamples } from '../support/example-requests.ts';

const examples: OwnExamples<number> = {
  seed: async (post, mark, _get, { site, as }) => {
    const link = { user_id: as.id, telegram_id: as.id, created_time: site.now() };
    await site.db
      .insertInto('telegram_links')
      .values(link)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const menu = { command: `menu_${mark}`, description: 'x', reply_message: 'x' };
    return (await post('/api/option/telegram/', menu)).id;
  },
  requests: (id) => ({
    telegramBot: { status: {}, reload: {} },
    telegramLink: { get: {}, createCode: {}, remove: {} },
    telegramMenu: {
      list: {},
      get: { params: { id } },
      save: { input: { id, description: 'changed' } },
      remove: { params: { id } },
    },
  }),
};

export default examples;
