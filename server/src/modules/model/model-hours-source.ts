import type { StoredModelHour } from './model-hours-repository.ts';

/** Sums that are not stored yet, as the relay has them. */
export interface ModelHoursSource {
  unstored(): StoredModelHour[];
}
