import { readdirSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { parseSync } from '@swc/core';

interface Syntax {
  type: string;
  [member: string]: unknown;
}

interface Declared {
  node: Syntax;
  /** Names of the namespaces around it. */
  scope: readonly string[];
  file: string;
}

/** The declarations of a package, by their names with the namespaces before them. */
type Declarations = ReadonlyMap<string, readonly Declared[]>;

/** The folder of an installed package. */
function folderOf(name: string): string {
  const path = findPackageJSON(name, import.meta.url);
  if (path === undefined) throw new Error(`${name} is not installed`);
  return dirname(path);
}

/** @param within folder or file of the package that declares its requests */
export function declarationsOf(name: string, within: string): Declarations {
  const found = new Map<string, Declared[]>();
  const place = join(folderOf(name), within);
  const files = within.endsWith('.d.ts')
    ? [place]
    : readdirSync(place, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.d.ts'))
        .map((path) => join(place, path));
  for (const file of files) {
    const module = parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript' });
    collect(module.body as unknown as Syntax[], { scope: [], file, found });
  }
  return found;
}

function collect(
  items: readonly Syntax[],
  about: { scope: readonly string[]; file: string; found: Map<string, Declared[]> },
): void {
  const { scope, file, found } = about;
  for (const item of items) {
    const node = (item.type === 'ExportDeclaration' ? item.declaration : item) as Syntax;
    const name = (node.id as { value?: string } | undefined)?.value;
    if (name === undefined) continue;
    if (node.type === 'TsInterfaceDeclaration' || node.type === 'TsTypeAliasDeclaration') {
      const key = [...scope, name].join('.');
      found.set(key, [...(found.get(key) ?? []), { node, scope, file }]);
    }
    const body = node.body as { type: string; body: Syntax[] } | undefined;
    if (node.type === 'TsModuleDeclaration' && body?.type === 'TsModuleBlock')
      collect(body.body, { ...about, scope: [...scope, name] });
  }
}

/** Names of all members of a type, however deep they stand. @throws where there is no such type */
export function membersDeclared(declarations: Declarations, root: string): Set<string> {
  const members = new Set<string>();
  const seen = new Set<Declared>();
  const enter = (declared: Declared, name: string): void => {
    if (seen.has(declared)) return;
    seen.add(declared);
    walk(declared.node, { scope: [...declared.scope, name], file: declared.file });
  };
  const walk = (value: unknown, from: { scope: readonly string[]; file: string }): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = value as Syntax;
    if (node.type === 'TsPropertySignature') {
      const { value: name } = node.key as { value?: string };
      if (name !== undefined) members.add(name);
    }
    if (node.type === 'TsTypeReference' || node.type === 'TsExpressionWithTypeArguments') {
      const path = pathOf((node.typeName ?? node.expression) as Syntax);
      for (const found of resolve(declarations, path, from)) enter(found, path.at(-1) as string);
    }
    for (const inner of Object.values(node)) walk(inner, from);
  };
  const roots = declarations.get(root);
  if (roots === undefined) throw new Error(`the package declares no ${root}`);
  for (const declared of roots) enter(declared, root);
  return members;
}

const pathOf = (name: Syntax): string[] =>
  name.type === 'Identifier'
    ? [name.value as string]
    : [...pathOf(name.left as Syntax), (name.right as { value: string }).value];

/** In the same file, the innermost namespace first; else wherever a declaration has the name. */
function resolve(
  declarations: Declarations,
  path: readonly string[],
  { scope, file }: { scope: readonly string[]; file: string },
): readonly Declared[] {
  for (let depth = scope.length; depth >= 0; depth -= 1) {
    const found = declarations.get([...scope.slice(0, depth), ...path].join('.'));
    const here = found?.filter((one) => one.file === file) ?? [];
    if (here.length > 0) return here;
  }
  return declarations.get(path.join('.')) ?? declarations.get(path.at(-1) as string) ?? [];
}
