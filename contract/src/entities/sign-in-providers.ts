/** Providers that send a browser back with a code. */
export const redirectProviders = ['github', 'oidc', 'lark', 'telegram'] as const;
export type RedirectProvider = (typeof redirectProviders)[number];

/** Every provider of an account outside, in the order in which the console shows them. */
export const signInProviders = [...redirectProviders, 'wechat'] as const;
export type SignInProviderName = (typeof signInProviders)[number];
