/** The product's one version; the API, the console and the reference page show it. */
export const version = 'v0.14.16';
