import { createOidcProvider } from './create-oidc-provider.ts';

/** The OpenID provider of the settings. */
export const oidcProvider = createOidcProvider({
  name: 'oidc',
  isOn: (options) => options.flag('OIDCAuthEnabled'),
  clientOf: (options) => ({
    issuer: options.text('OIDCIssuer').trim(),
    clientId: options.text('OIDCClientId').trim(),
    clientSecret: options.text('OIDCClientSecret').trim(),
    allowPrivateNetwork: options.flag('OIDCAllowPrivate'),
  }),
  scopesOf: (options) => options.text('OIDCScopes'),
  usernameClaimOf: (options) => options.text('OIDCUsernameClaims').trim(),
  requiresUsername: true,
  returnsNonce: true,
});
