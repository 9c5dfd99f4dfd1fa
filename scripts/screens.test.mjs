import { describe, expect, it } from 'vitest';
import { namedCalls, readRoutes, readScreens } from './screens.mjs';

const source = `
const Home = screen('home', () => import('../features/home/home-page.tsx'));
const User = screen('user', () => import('../features/user/user-page.tsx'));
      <Route element={<RequireSetUp />}>
        <Route index element={<Home />} />
        <Route path="panel" element={forUsers(<PanelLayout />)}>
          <Route path="user" element={forAdmins(<User />)} />
          <Route path="log" element={<Log />} />
        </Route>
      </Route>
`;

describe('the page of the screens', () => {
  it('reads addresses and who may open them, which parents pass on', () => {
    expect(readRoutes(source)).toEqual([
      { address: '/', component: 'Home', role: 'everybody' },
      { address: '/panel/user', component: 'User', role: 'administrators' },
      { address: '/panel/log', component: 'Log', role: 'signed in' },
    ]);
  });

  it('reads where a screen and its texts lie', () => {
    expect(readScreens(source).get('User')).toEqual({
      texts: 'user',
      file: '../features/user/user-page.tsx',
    });
  });

  it('reads the calls of a file, and those of a list with a form', () => {
    const file = `
export const users = entityQueries('user', userCalls, {});
callApi(tokenCalls.reveal, {});`;
    expect(namedCalls(file).map(({ group, name }) => `${group}.${name}`)).toEqual([
      ...['tokenCalls.reveal', 'userCalls.list', 'userCalls.get'],
      ...['userCalls.create', 'userCalls.update', 'userCalls.remove'],
    ]);
  });
});
