import { type Call, calls, envelopeOf, type OptionKey, optionCatalogue, role } from '@turnpike/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askConfirmed } from '../../test/support/ask-confirmed.ts';
import { databases } from '../../test/support/databases.ts';
import {
  CANARY,
  type Example,
  type ExampleRows,
  exampleRequests,
  seedExampleRows,
} from '../../test/support/example-requests.ts';
import { storeSecretOption } from '../../test/support/stored-option.ts';
import {
  PASSWORD,
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../test/support/test-management.ts';
import { ruleOf } from './option/option-rules.ts';

const everyCall = Object.entries(calls).flatMap(([entity, group]) =>
  Object.entries(group).map(([name, call]) => ({ name: `${entity}.${name}`, call: call as Call })),
);
const callByName = new Map(everyCall.map(({ name, call }) => [name, call]));
/** Routes that describe the contract, pictures and the callbacks of payment gateways are not part of it. */
const beside = [
  '/api/openapi.json',
  '/api/docs',
  '/api/docs/*',
  '/api/picture/:hash',
  '/api/payment/notify/:uuid',
];

/** Calls that succeed once in a site, or with the answer of a mail, a provider or of a device. Their own tests show them succeed. */
const succeedElsewhere = [
  'oauth.bindWechat',
  'passkey.create',
  'passkey.remove',
  'passkey.signIn',
  'registration.reset',
  'registration.bindEmail',
  'secondFactor.confirm',
  'secondFactor.remove',
  'secondFactor.renewRecoveryCodes',
  'secondFactor.signIn',
  'site.checkSetUpCode',
  'site.setUp',
];

describe.each(databases)('every call of the contract on $name', (engine) => {
  let site: TestManagement;
  let owner: Person;
  let rowsOf: Map<Person | undefined, ExampleRows>;
  const routes: { method: string; url: string; call: Call | undefined }[] = [];
  const undeclared: string[] = [];
  const succeeded = new Set<string>();
  const answers: { call: string; text: string; rows: ExampleRows }[] = [];

  const watch = (server: FastifyInstance) => {
    server.addHook('onRoute', ({ method, url, config }) => {
      for (const one of [method].flat()) routes.push({ method: one, url, call: config?.call });
    });
    server.addHook('preSerialization', async (request, reply, payload) => {
      const { call } = request.routeOptions.config;
      if (call === undefined || reply.statusCode !== 200) return payload;
      undeclared.push(
        ...extraMembers(payload, envelopeOf(call).parse(payload), `${call.method} ${call.path}`),
      );
      return payload;
    });
  };

  const askEvery = async (as: Person | undefined, rows: ExampleRows, only = (_call: Call) => true) => {
    const examples = Object.entries(exampleRequests(rows)).flatMap(([entity, group]) =>
      Object.entries(group as Record<string, Example>).map(([name, example]) => ({
        name: `${entity}.${name}`,
        example,
      })),
    );
    for (const { name, example } of examples) {
      const call = callByName.get(name);
      if (call === undefined || !only(call)) continue;
      const answer = await askConfirmed(site.ask, call, { as, ...example });
      answers.push({ call: name, text: JSON.stringify([answer.body, answer.headers]), rows });
      if (answer.status === 200) succeeded.add(name);
    }
  };

  beforeAll(async () => {
    site = await startTestManagement(engine, { isSetUp: false, watch });
    const code = site.setUp.code ?? '';
    await site.ask(calls.site.checkSetUpCode, { input: { code } });
    const { headers, body } = await site.ask(calls.site.setUp, {
      input: { code, username: 'owner', password: PASSWORD, system_name: 'x', language: 'zh_CN' },
    });
    owner = {
      id: body.data.id,
      username: 'owner',
      cookie: String(headers['set-cookie']).split(';')[0] ?? '',
    };
    for (const key of Object.keys(optionCatalogue) as OptionKey[]) {
      if (!ruleOf(key).isSecret) continue;
      await storeSecretOption(site, key, `${CANARY}-option-${key}`);
    }
    const mailOptions = { SMTPServer: '127.0.0.1', SMTPFrom: 'gateway@site.test', SMTPPort: '1' };
    const siteOptions = { ServerAddress: 'https://site.test', ModelStatusPageEnabled: 'true' };
    const searchOptions = { WebSearchEngine: 'searxng', WebSearchAddress: 'http://127.0.0.1:1/?q={query}' };
    for (const [key, value] of Object.entries({ ...mailOptions, ...siteOptions, ...searchOptions })) {
      await site.db.insertInto('options').values({ key, value }).execute();
    }
    await site.options.load();
    const admin = await site.seed.person('admin', { role: role.admin });
    const common = await site.seed.person('common');
    rowsOf = new Map();
    for (const [index, person] of [undefined, common, admin, owner].entries()) {
      rowsOf.set(person, await seedExampleRows(site, owner, person ?? common, `p${index}`));
    }
  }, 60_000);
  afterAll(() => site.stop());

  it('is a route, and every route is a call', async () => {
    // Fastify answers HEAD by the route of GET.
    const found = routes.filter(({ url, method }) => !beside.includes(url) && method !== 'HEAD');
    const declared = everyCall.map(({ call }) => `${call.method} ${call.path}`);
    expect(found.filter(({ call }) => call === undefined)).toEqual([]);
    // The router knows the numbers in an address by their digits.
    const asked = found.map(({ method, url }) => `${method} ${url.replaceAll('(^\\d+$)', '')}`);
    expect(asked.sort()).toEqual(declared.sort());
  });

  // S-07 of docs/reference/sign-in.md.
  it('changes nothing when it is a GET', async () => {
    const before = await site.dump();
    const isReading = ({ method, foreign }: Call) => method === 'GET' && !foreign;
    for (const [person, rows] of rowsOf) await askEvery(person, rows, isReading);
    expect(await site.dump()).toBe(before);
  });

  // S-04 of docs/reference/sign-in.md.
  it('answers declared members only, and no secret to anybody', async () => {
    for (const [person, rows] of rowsOf) await askEvery(person, rows);

    expect(undeclared).toEqual([]);
    const failed = everyCall.filter(({ name, call }) => !succeeded.has(name) && !call.foreign);
    expect(failed.map(({ name }) => name)).toEqual(succeedElsewhere);
    const keys = [...rowsOf.values()].map(({ token }) => token.key as string);
    for (const { call, text, rows } of answers) {
      const own = call === 'token.reveal' ? rows.token.key : undefined;
      const leaked = keys.filter((key) => key !== own && text.includes(key.slice(8, 40)));
      expect({ call, leaked }).toEqual({ call, leaked: [] });
      expect(text).not.toMatch(/canary|argon2|key_sealed|key_hash|password_hash|id_hash|"v1:/);
      expect(text).not.toContain(PASSWORD);
    }
  }, 60_000);

  // S-04 of docs/reference/sign-in.md.
  it('leaves no usable secret in the database', async () => {
    const dump = await site.dump();

    expect(dump).not.toContain(CANARY);
    expect(dump).not.toContain(PASSWORD);
    for (const { token } of rowsOf.values()) expect(dump).not.toContain(token.key.slice(8, 40));
    for (const person of rowsOf.keys()) {
      if (person !== undefined) expect(dump).not.toContain(person.cookie.slice('session='.length));
    }
    expect(site.options.text('SMTPToken')).toBe(`${CANARY}-option-SMTPToken`);
  });
});

/** Members of an answer that its declared shape cuts off. */
function extraMembers(given: unknown, declared: unknown, path: string): string[] {
  if (typeof given !== 'object' || given === null) return [];
  if (typeof declared !== 'object' || declared === null) return [path];
  return Object.entries(given).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (!Object.hasOwn(declared, name)) return [`${path} ${name}`];
    return extraMembers(value, declared[name as keyof typeof declared], `${path} ${name}`);
  });
}
