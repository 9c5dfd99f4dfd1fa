import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { availableModelsQuery } from '../../../api/available-model.ts';
import { useModelFacts } from '../../../api/model-facts.ts';
import { type Work, workOf } from '../model-work.ts';

export interface WorkModels {
  /** Models that do the work, as far as it is known. */
  known: readonly string[];
  others: readonly string[];
}

/** Sorts the models of the key by whether they do a kind of work. */
export function useWorkModels(names: readonly string[], work: Work): WorkModels {
  const facts = useModelFacts();
  const available = useQuery(availableModelsQuery).data;
  return useMemo(() => {
    const does = (name: string) =>
      workOf(name, { facts: facts.get(name), price: available?.[name]?.price }) === work;
    return { known: names.filter(does), others: names.filter((name) => !does(name)) };
  }, [names, facts, available, work]);
}

/** The chosen model; the first known one before any is chosen. Empty while a name is typed. */
export const chosenModel = (chosen: string | undefined, { known }: WorkModels): string =>
  chosen ?? known[0] ?? '';
