import { userCalls, userStatus } from '@turnpike/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../test/support/databases.ts';
import {
  PASSWORD,
  type Person,
  startTestManagement,
  type TestManagement,
} from '../../../test/support/test-management.ts';
import type { RequestFacts } from '../../http/request-facts.ts';
import { linkIdentity, listIdentities, unlinkIdentity } from '../identity/identity-repository.ts';
import { checkCode, issueCode } from '../one-time-token/one-time-token.ts';
import { startSession } from './session.ts';
import type { SignInProof } from './sign-in-proof.ts';

describe.each(databases)('a session that starts from a proof on $name', (engine) => {
  let site: TestManagement;
  let root: Person;
  let people = 0;

  beforeAll(async () => {
    site = await startTestManagement(engine);
    root = await site.root();
  });
  afterAll(() => site.stop());

  /** @returns the value of the cookie */
  const start = async (userId: number, proof: SignInProof): Promise<string> => {
    let cookie = '';
    const sessionCookie = {
      value: undefined,
      keep: (value: string) => {
        cookie = value;
      },
      forget: () => {},
    };
    const facts = { ip: '192.0.2.1', userAgent: '', sessionCookie } as unknown as RequestFacts;
    await startSession(site.deps, { userId, proof }, facts);
    return cookie;
  };
  const outcome = (userId: number, proof: SignInProof): Promise<string> =>
    start(userId, proof).then(
      () => 'started',
      (error) => error.code,
    );
  const person = () => site.seed.person(`person${++people}`);

  const proofs = {
    password: async (id: number): Promise<SignInProof> => {
      const { password_hash } = await site.db
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return { kind: 'password', passwordHash: password_hash };
    },
    identity: async (id: number): Promise<SignInProof> => {
      const claims = { provider: 'github', subject: `${id}`, email: '', name: '', emailVerified: false };
      const nowSeconds = site.now();
      const linked = site.db.transaction().execute((trx) => linkIdentity(trx, id, { claims, nowSeconds }));
      return { kind: 'identity', identityId: await linked };
    },
    code: async (id: number): Promise<SignInProof> => {
      const use = { purpose: 'sign_in', owner: id, boundTo: 'browser' };
      const code = await site.db
        .transaction()
        .execute((db) => issueCode({ ...site.deps, db }, { ...use, payload: null, ttlSeconds: 60 }));
      return { kind: 'code', hash: (await checkCode(site.deps, { ...use, code })) ?? '' };
    },
  };
  const refusalOf = (proof: SignInProof) =>
    proof.kind === 'password' ? 'session.wrong_credentials' : 'session.proof_expired';

  describe.each(['password', 'identity', 'code'] as const)('%s', (kind) => {
    it('signs its account in, and no other one', async () => {
      const { id, username } = await person();
      const stranger = await person();
      const proof = await proofs[kind](id);

      expect(await outcome(stranger.id, proof)).toBe(refusalOf(proof));
      const cookie = `${root.cookie.split('=', 1)[0]}=${await start(id, proof)}`;
      const signedIn = { id, username, cookie };
      expect((await site.ask(userCalls.self, { as: signedIn })).body.data).toMatchObject({ id });
    });

    it('signs in to no account that is disabled or deleted meanwhile', async () => {
      for (const change of [{ status: userStatus.disabled }, { deleted_time: 1 }]) {
        const { id } = await person();
        const proof = await proofs[kind](id);
        await site.db.updateTable('users').set(change).where('id', '=', id).execute();

        expect(await outcome(id, proof)).toBe(refusalOf(proof));
      }
    });
  });

  it('ends with another password for a password and for a code', async () => {
    for (const kind of ['password', 'code'] as const) {
      const { id } = await person();
      const proof = await proofs[kind](id);
      await site.ask(userCalls.update, { as: root, input: { id, password: 'another password' } });

      expect(await outcome(id, proof)).toBe(refusalOf(proof));
    }
  });

  it('ends with the link of an identity, and a sign-in notes the use of it', async () => {
    const { id } = await person();
    const proof = await proofs.identity(id);
    site.passTime(60);
    await start(id, proof);

    const [identity] = await listIdentities(site.db, id);
    expect(identity?.last_used_time).toBe(site.now());
    const openWays = { hasPassword: true, providers: [] };
    await site.db
      .transaction()
      .execute((trx) => unlinkIdentity(trx, id, { id: identity?.id ?? 0, openWays }));
    expect(await outcome(id, proof)).toBe('session.proof_expired');
  });

  it('comes once from a code, also when 20 use it at once, and not after its time', async () => {
    const { id } = await person();
    const proof = await proofs.code(id);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcome(id, proof)));
    expect(outcomes.sort()).toEqual([...Array(19).fill('session.proof_expired'), 'started']);

    const late = await proofs.code(id);
    site.passTime(60);
    expect(await outcome(id, late)).toBe('session.proof_expired');
  });

  it('never comes from a password for an account that has none', async () => {
    const { id, username } = await person();
    await site.db.updateTable('users').set({ password_hash: '' }).where('id', '=', id).execute();

    const { status, body } = await site.ask(userCalls.login, { input: { username, password: PASSWORD } });

    expect({ status, code: body.code }).toEqual({ status: 401, code: 'session.wrong_credentials' });
  });
});
