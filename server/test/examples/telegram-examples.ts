import type { OwnExamples } from '../support/example-requests.ts';

const examples: OwnExamples<null> = {
  seed: async () => null,
  requests: () => ({ telegramBot: { status: {}, reload: {} } }),
};

export default examples;
