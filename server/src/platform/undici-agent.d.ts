/** The one part of undici that the gateway calls with; the package declares its types at its index only. */
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici';
}
