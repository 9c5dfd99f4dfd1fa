import type { ModelFacts } from '../../api/model-facts.ts';
import { OutsideLink } from '../action/text-link.tsx';

/** The vendor's page where a model's facts stand. */
export function ModelSourceText({ facts: { source } }: { facts: ModelFacts }) {
  return source.page === '' ? null : (
    <OutsideLink href={source.page}>{new URL(source.page).hostname}</OutsideLink>
  );
}
