export interface PublicLink {
  /** Key of its title in the shell's texts. */
  id: 'home' | 'playground' | 'price' | 'about';
  to: string;
}

/** Console or sign-in. */
export interface PublicEntry {
  to: '/panel' | '/login';
  label: string;
}

/** Where visitors can go; the playground only with an account. */
export function publicLinks(isSignedIn: boolean): readonly PublicLink[] {
  return [
    { id: 'home', to: '/' },
    ...(isSignedIn ? [{ id: 'playground', to: '/playground' } as const] : []),
    { id: 'price', to: '/price' },
    { id: 'about', to: '/about' },
  ];
}
