import type { OwnExamples } from '../support/example-requests.ts';

const examples: OwnExamples<null> = {
  seed: async (_post, _mark, _get, { site, as }) => {
    const link = { user_id: as.id, telegram_id: as.id, created_time: site.now() };
    await site.db
      .insertInto('telegram_links')
      .values(link)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return null;
  },
  requests: () => ({
    telegramBot: { status: {}, reload: {} },
    telegramLink: { get: {}, createCode: {}, remove: {} },
  }),
};

export default examples;
