import {
  midjourneyActions,
  midjourneyModel,
  midjourneyModes,
} from '../../dialects/midjourney/midjourney-actions.ts';

/** Names by which actions are priced, in each mode. */
export const midjourneyModels: readonly string[] = midjourneyModes.flatMap((mode) =>
  midjourneyActions.map((action) => midjourneyModel(mode, action)),
);
