import { type CheckedModel, checkStatus } from '@turnpike/contract';

export const resultsOf = ({ process }: CheckedModel) => process.flatMap(({ results }) => results);

/** A fact that is unknown is no failure. */
export const hasFailed = (checked: CheckedModel): boolean =>
  resultsOf(checked).some(({ status }) => status === checkStatus.failed);
