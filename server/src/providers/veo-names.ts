/** Google's models of videos, also with the `models/` of their resource. */
export const VEO = /(?:^|\/)veo-/;
