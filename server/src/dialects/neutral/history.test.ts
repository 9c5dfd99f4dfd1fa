import { describe, expect, it } from 'vitest';
import { type CallPart, type ResultPart, type Turn, textPart } from './conversation.ts';
import { groupResults, mergeNeighbours, withOwnCallIds } from './history.ts';

const call = (id: string): CallPart => ({
  ...{ kind: 'call', id, name: 'look', input: '{}', isCustom: false, seal: null, mark: null },
});
const result = (callId: string, text: string): ResultPart => ({
  ...{ kind: 'result', callId, name: '', parts: [textPart(text)], isError: false, mark: null },
});
const turn = (role: Turn['role'], parts: Turn['parts']): Turn => ({ role, name: '', parts });
const hello = turn('user', [textPart('Hi')]);

describe('turns as most vendors take them', () => {
  it('put results in the order of their calls, before other words', () => {
    const grouped = groupResults([
      hello,
      turn('assistant', [call('a'), call('b')]),
      turn('user', [textPart('So?'), result('b', 'second')]),
      turn('user', [result('a', 'first')]),
    ]);
    expect(grouped.at(-1)?.parts).toEqual([
      { ...result('a', 'first'), name: 'look' },
      { ...result('b', 'second'), name: 'look' },
      textPart('So?'),
    ]);
  });

  it.each([
    { what: 'a call without a result', results: [], code: 'call_without_result' },
    {
      what: 'a result without a call',
      results: [result('a', '1'), result('b', '2')],
      code: 'result_without_call',
    },
    {
      what: 'two results of one call',
      results: [result('a', '1'), result('a', '2')],
      code: 'result_comes_twice',
    },
  ])('refuse $what', ({ results, code }) => {
    const turns = [hello, turn('assistant', [call('a')]), turn('user', [...results, textPart('So?')])];
    expect(() => groupResults(turns)).toThrow(
      expect.objectContaining({ fields: [{ field: 'messages', code }] }) as never,
    );
  });

  it.each([
    {
      what: 'behind words of the system',
      turns: [
        turn('assistant', [call('a')]),
        turn('system', [textPart('Be')]),
        turn('user', [result('a', '1')]),
      ],
      order: ['call a', 'result a', 'text'],
    },
    {
      what: 'behind other calls and their results',
      turns: [
        turn('assistant', [call('a')]),
        turn('user', [textPart('And?')]),
        turn('assistant', [call('b')]),
        turn('user', [result('b', '2'), result('a', '1')]),
      ],
      order: ['call a', 'result a', 'text', 'call b', 'result b'],
    },
    {
      what: 'with an id that comes again',
      turns: [
        turn('assistant', [call('a')]),
        turn('user', [result('a', '1')]),
        turn('assistant', [call('a')]),
        turn('system', [textPart('Be')]),
        turn('user', [result('a', '2')]),
      ],
      order: ['call a', 'result a', 'call a', 'result a', 'text'],
    },
  ])('have results that came later, $what, behind their calls', ({ turns, order }) => {
    const told = groupResults([hello, ...turns]).flatMap(({ parts }) =>
      parts.map((part) =>
        part.kind === 'call'
          ? `call ${part.id}`
          : part.kind === 'result'
            ? `result ${part.callId}`
            : part.kind,
      ),
    );
    expect(told).toEqual(['text', ...order]);
  });

  it('give each call an id of its own, and its result the same', () => {
    const round = (id: string) => [turn('assistant', [call(id)]), turn('user', [result(id, 'ok')])];
    const own = withOwnCallIds([hello, ...round('a'), ...round('a'), ...round('a_2'), ...round('a')]);
    const ids = own.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.kind === 'call' ? part.id : part.kind === 'result' ? part.callId : [])),
    );
    expect(ids).toEqual(['a', 'a', 'a_2', 'a_2', 'a_2_3', 'a_2_3', 'a_4', 'a_4']);
  });

  it('are joined one by one, however many', () => {
    const turns = Array.from({ length: 300_000 }, () => turn('user', [textPart('a')]));
    expect(mergeNeighbours(turns)[0]?.parts).toHaveLength(300_000);
    expect(turns[0]?.parts).toHaveLength(1);
  });
});
