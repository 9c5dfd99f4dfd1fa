import { expect, it } from 'vitest';
import { AnswerJoiner } from './answer-joiner.ts';
import { type SealedTurn, SealWatch } from './sealed-turn.ts';

const seal = { dialect: 'gemini', value: 's' } as const;
const call = (id: string, name = 'look') => ({ kind: 'call', id, name, isCustom: false }) as const;

/** The sealed turns of an answer with thinking parts and calls. */
function keptOf({ thoughts = 1, calls = [call('a')] }): SealedTurn[] {
  const kept: SealedTurn[] = [];
  const watch = new SealWatch(new AnswerJoiner(), (turn) => kept.push(turn));
  let part = 0;
  for (; part < thoughts; part += 1) {
    watch.open(0, part, { kind: 'thinking', isSummary: false });
    watch.add(0, part, 'Hm');
    watch.add(0, part, '.');
    watch.note(0, part, { kind: 'seal', seal });
    watch.close(0, part);
  }
  for (const one of calls) {
    watch.open(0, part, one);
    watch.add(0, part, '{}');
    watch.close(0, part);
    part += 1;
  }
  watch.stop(0, { reason: 'tools', raw: '', sequence: '' });
  return kept;
}

it('keeps the sealed thinking before calls', () => {
  expect(keptOf({})).toEqual([
    {
      thinking: [{ kind: 'thinking', isSummary: false, text: 'Hm.', seal }],
      calls: [{ id: 'a', name: 'look', seal: null }],
    },
  ]);
});

it.each([
  { what: 'many parts', thoughts: 200 },
  { what: 'many calls', calls: Array.from({ length: 200 }, (_, number) => call(`call-${number}`)) },
  { what: 'a long name', calls: [call('a', 'n'.repeat(2 ** 20))] },
  { what: 'a long id', calls: [call('i'.repeat(2 ** 20))] },
])('an answer of $what is not kept', (answer) => {
  expect(keptOf(answer)).toEqual([]);
});
