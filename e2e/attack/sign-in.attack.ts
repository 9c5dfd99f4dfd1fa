import { expect } from 'vitest';
import { eventually, PASSWORD, Visitor } from '../support/site.ts';
import { attack, EFFORT } from './attack-site.ts';

const HOME = '198.51.100.7';
const THIEF = '203.0.113.66';
const hello = { model: 'm', messages: [{ role: 'user', content: 'Say hello' }] };

interface Guess {
  username: string;
  password?: string;
  /** Claimed address of the caller; only a trusted proxy is believed. */
  from?: string;
  headers?: Record<string, string>;
}

async function signIn(url: string, { username, password = 'a wrong guess', from, headers }: Guess) {
  const answer = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...headers,
      ...(from !== undefined && { 'x-forwarded-for': from }),
    },
    body: JSON.stringify({ username, password }),
  });
  return { status: answer.status, body: (await answer.json()) as { code?: string } };
}

/** Sends guesses at once. @returns how many of them were checked; the others were refused for now */
async function guessAtOnce(url: string, guesses: Guess[]): Promise<number> {
  const answers = await Promise.all(guesses.map((guess) => signIn(url, guess)));
  for (const answer of answers) {
    const code = answer.status === 429 ? 'session.too_many_attempts' : 'session.wrong_credentials';
    expect(answer.body).toMatchObject({ code });
  }
  return answers.filter(({ status }) => status === 401).length;
}

const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

const ENOUGH_TO_LOCK = 12;

attack(
  'guesses passwords from one address and from many, and would lock the owner out',
  async (site) => {
    const { url } = site.turnpike;
    const { person: hana } = await site.account('hana');
    await site.account('kim');
    await site.root.call('PUT', '/api/user/', { id: hana.id, email: 'hana@example.com' });
    const comesHome = () => signIn(url, { username: 'hana', password: PASSWORD, from: HOME });
    expect((await comesHome()).status).toBe(200);

    // The waits double from a second on: the counts leave room for a minute that the guesses may take.
    const names = ['hana', 'HANA', 'hana@example.com'];
    const fromOne = times(150 * EFFORT, (index) => ({ username: names[index % 3] ?? '', from: THIEF }));
    // A name and an address are counted separately.
    expect(await guessAtOnce(url, fromOne)).toBeLessThan(40);
    expect((await comesHome()).status).toBe(200);

    const fromMany = times(180 * EFFORT, (index) => ({ username: 'hana', from: `203.0.113.${index % 60}` }));
    expect(await guessAtOnce(url, fromMany)).toBeLessThan(45);
    expect((await comesHome()).status).toBe(200);

    const ofOneNetwork = times(40, (index) => ({ username: 'kim', from: `2001:db8:1:2::${index + 1}` }));
    expect(await guessAtOnce(url, ofOneNetwork)).toBeLessThan(20);
    const ofManyNames = times(80, (index) => ({ username: `nobody${index}`, from: '192.0.2.9' }));
    expect(await guessAtOnce(url, ofManyNames)).toBeLessThan(65);

    const { id } = hana;
    for (const username of [`#${id}`, `id ${id}`, String(id)]) {
      await guessAtOnce(
        url,
        times(ENOUGH_TO_LOCK, (index) => ({ username, from: `192.0.2.${100 + index}` })),
      );
    }
    const password = 'a better password';
    const change = { password, current_password: PASSWORD };
    expect(await hana.ask('PUT', '/api/user/self', change)).toMatchObject({ status: 200 });
    await Visitor.signIn(url, 'hana', password);
    await Visitor.signIn(url, 'kim');
  },
  { env: { TURNPIKE_TRUSTED_PROXIES: '127.0.0.1' } },
);

attack(
  'names another address with each guess where no proxy is trusted',
  async (site) => {
    const { url } = site.turnpike;
    const hana = await site.account('hana');
    await site.root.call('POST', '/api/user/', { username: 'never-in', password: PASSWORD });

    const forged = times(100 * EFFORT, (index) => ({
      username: 'never-in',
      headers: {
        ...{ 'x-forwarded-for': `203.0.113.${index}`, 'x-real-ip': `203.0.113.${index}` },
        ...{ forwarded: `for=203.0.113.${index}`, 'cf-connecting-ip': `203.0.113.${index}` },
      },
    }));
    expect(await guessAtOnce(url, forged)).toBeLessThan(20);

    // Hana is known from the address that all this came from.
    expect((await signIn(url, { username: 'hana', password: PASSWORD, from: THIEF })).status).toBe(200);
    const sessions = await hana.person.call<{ source_ip: string }[]>('GET', '/api/user/session/');
    expect(sessions.map(({ source_ip }) => source_ip)).toEqual(['127.0.0.1', '127.0.0.1']);
    await site.chat(hana.tokenKey, hello, { headers: { 'x-forwarded-for': THIEF } });
    const [row] = await eventually(async () => {
      const rows = await hana.person.callRows();
      return rows.length > 0 && rows;
    });
    expect(row?.source_ip).toBe('127.0.0.1');
  },
  // The limits are in memory; the other story tries them next to PostgreSQL.
  { engines: 'SQLite' },
);
