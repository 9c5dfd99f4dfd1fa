import type { Dispatcher, Agent as UndiciAgent } from 'undici';
import Agent from 'undici/lib/dispatcher/agent.js';
import type { ProxyAddress } from './proxy-address.ts';
import { createProxyConnector, type ProxyRules } from './proxy-connector.ts';

/** Proxies whose connections are kept; the one that was longest not used gives way. */
const MAX_PROXIES = 1000;

interface Kinds {
  publicOnly: ProxyRules;
  /** Public addresses behind any proxy. */
  publicBehind: ProxyRules;
  anywhere: ProxyRules;
}

/** Connections to upstreams through proxies: those through different ones, or by different rules, are never shared. */
export class ProxyAgents {
  readonly #agents = new Map<string, UndiciAgent>();
  /** Their last calls run on. */
  readonly #closing = new Set<UndiciAgent>();
  readonly #options: UndiciAgent.Options;
  readonly #kinds: Kinds;

  constructor(options: UndiciAgent.Options, kinds: Kinds) {
    this.#options = options;
    this.#kinds = kinds;
  }

  agentOf(proxy: ProxyAddress, kind: keyof Kinds): Dispatcher {
    const key = `${kind} ${proxy.url}`;
    let agent = this.#agents.get(key);
    if (agent === undefined) {
      this.#makeRoom();
      agent = new Agent({ ...this.#options, connect: createProxyConnector(proxy, this.#kinds[kind]) });
    }
    // Behind all others.
    this.#agents.delete(key);
    this.#agents.set(key, agent);
    return agent;
  }

  async destroy(): Promise<void> {
    await Promise.all([...this.#agents.values(), ...this.#closing].map((agent) => agent.destroy()));
  }

  #makeRoom(): void {
    const [oldest] = this.#agents;
    if (oldest === undefined || this.#agents.size < MAX_PROXIES) return;
    const [key, agent] = oldest;
    this.#agents.delete(key);
    this.#closing.add(agent);
    const forget = () => this.#closing.delete(agent);
    agent.close().then(forget, forget);
  }
}
