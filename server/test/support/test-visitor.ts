import type { Call } from '@turnpike/contract';
import type { TestManagement } from './test-management.ts';

type Asked = Parameters<TestManagement['ask']>[1];

/** A browser that keeps its cookies. */
export class TestVisitor {
  readonly #site: TestManagement;
  readonly #cookies = new Map<string, string>();

  constructor(site: TestManagement) {
    this.#site = site;
  }

  async ask(call: Pick<Call, 'method' | 'path'>, asked: Asked = {}) {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(cookie !== '' && { cookie }), ...asked?.headers };
    const answer = await this.#site.ask(call, { ...asked, headers });
    for (const line of [answer.headers['set-cookie'] ?? []].flat().map(String)) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return answer;
  }
}
