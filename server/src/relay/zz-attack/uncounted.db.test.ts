import { expect, it } from 'vitest';
import { startTestGateway } from '../../../test/support/test-gateway.ts';

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

it('a stream whose usage is missing for once costs no more than its named limit by far', async () => {
  const gateway = await startTestGateway();
  await gateway.seed.price({ model: 'm', input: 1, output: 1 });
  const channel = await gateway.seed.channel({ model: 'm' });
  let withUsage = true;
  // Indented code: eight blanks are one token.
  const text = ' \t      '.repeat(1).padEnd(8, ' ').slice(0, 8);
  gateway.upstream(channel).does((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (let i = 0; i < 1000; i += 1) response.write(chunk({ content: i % 2 ? '        ' : '\nreturn;' }));
    response.end(
      `${chunk({}, 'length')}${withUsage ? `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 9, completion_tokens: 1000 } })}\n\n` : ''}data: [DONE]\n\n`,
    );
  });
  const costs: unknown[] = [];
  for (const usage of [false, true, false]) {
    withUsage = usage;
    const user = await gateway.seed.user({ quota: 1_000_000 });
    await (
      await gateway.post(user.token, {
        model: 'm',
        stream: true,
        max_tokens: 1000,
        messages: [{ role: 'user', content: 'hi' }],
      })
    ).text();
    const [row] = await gateway.logRowsOf(user);
    costs.push([
      usage,
      row?.quota,
      row?.completion_tokens,
      row?.metadata?.charged_by,
      row?.metadata?.reserved,
    ]);
  }
  console.log(costs, text.length);
  await gateway.stop();
  expect(Number((costs[2] as number[])[1])).toBeLessThanOrEqual(1.3 * Number((costs[0] as number[])[1]));
});
