import { CANARY, type OwnExamples } from '../support/example-requests.ts';

const webhook = { url: `https://hooks.example/${CANARY}`, secret: `${CANARY}-signing-secret` };

const examples: OwnExamples<{ id: number; targetId: number }> = {
  seed: async (_post, mark, _get, { site, as }) => {
    const made = await site.ask(
      { method: 'POST', path: '/api/notification/target/' },
      { as, input: { type: 'webhook', name: mark, config: webhook } },
    );
    const targetId: number = made.body.data.id;
    const { id } = await site.db
      .insertInto('notifications')
      .values({
        ...{ kind: 'low_balance', user_id: as.id, subject: mark, period: '1' },
        ...{ facts: '{"points":5}', created_time: site.now() },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await site.db
      .insertInto('notification_deliveries')
      .values({
        ...{ notification_id: id, target_id: targetId, user_id: as.id, state: 'sent' },
        ...{ next_try_at: site.now(), give_up_at: site.now() },
      })
      .execute();
    return { id, targetId };
  },
  requests: ({ targetId: id }) => ({
    notification: {
      list: {},
      targets: {},
      create: { input: { type: 'slack', name: 'x', config: { url: webhook.url } } },
      update: { input: { id, name: 'y', kinds: ['low_balance'], config: webhook } },
      // An address that no request is sent to.
      test: { input: { type: 'webhook', config: { url: 'http://localhost/', secret: 'x' } } },
      remove: { params: { id } },
    },
  }),
};

export default examples;
