/** The layers: imports point downwards only. Each row may import itself and the rows above it. */
const layers = [
  ['settings', 'platform'],
  ['http', 'db', 'dialects', 'billing'],
  ['providers', 'search'],
  ['modules', 'payment', 'notification'],
  ['relay'],
  ['jobs', 'bot', 'mcp', 'routes'],
  ['app'],
];
const tests = '\\.test\\.tsx?$';
const anyOf = (names) => `^server/src/(${names.join('|')})/`;

const layerRules = layers.slice(0, -1).map((row, index) => ({
  name: `layers: ${row.join(', ')} may not import what is above`,
  severity: 'error',
  from: { path: anyOf(row), pathNot: tests },
  to: { path: [anyOf(layers.slice(index + 1).flat()), '^server/src/[^/]+\\.ts$'] },
}));

/** What another runtime would bring itself; kept behind platform/ and db/ so that one can be tried. */
const runtimeParts =
  '^(node:)?(http|https|http2|net|tls|sqlite|worker_threads)$|(^|/)node_modules/(undici|pg|ws)/';

/** Siblings below `folder` may not import each other; files of `folder` itself may be shared. */
const noSiblings = (name, folder) => ({
  name,
  severity: 'error',
  from: { path: `^${folder}/([^/]+)/` },
  to: { path: `^${folder}/[^/]+/`, pathNot: `^${folder}/$1/` },
});

/** The stages of a call, in the order of relay/journey.ts. */
const stages = [
  ...['identify', 'admit', 'accept', 'replay', 'routes', 'bind', 'quote'],
  ...['select', 'dispatch', 'deliver', 'settle'],
];
const stagePath = `^server/src/relay/(${stages.join('|')})/`;
/** Other kinds of calls, which use stages as the journey does. */
const otherCalls = [
  'balance',
  'batches',
  'count',
  'explain',
  'listing',
  'objects',
  'own-calls',
  'raw',
  'search',
  'socket',
  'tasks',
];
const callPath = `^server/src/relay/(${otherCalls.join('|')})/`;

module.exports = {
  forbidden: [
    ...layerRules,
    {
      name: 'no stage of a call imports another; shared code lies in a room below them',
      severity: 'error',
      from: { path: stagePath, pathNot: tests },
      to: { path: [stagePath, callPath], pathNot: '^server/src/relay/$1/' },
    },
    {
      name: 'rooms below the stages import no stage and no kind of call',
      severity: 'error',
      from: { path: '^server/src/relay/[^/]+/', pathNot: [stagePath, callPath, tests] },
      to: { path: [stagePath, callPath] },
    },
    {
      name: 'billing knows no database',
      severity: 'error',
      from: { path: '^server/src/billing/', pathNot: tests },
      to: { path: '^server/src/db/' },
    },
    {
      name: 'layers: app may not import main or the command line',
      severity: 'error',
      from: { path: anyOf(['app']), pathNot: tests },
      to: { path: '^server/src/[^/]+\\.ts$' },
    },
    {
      name: 'layers: every folder of server/src has its place in .dependency-cruiser.cjs',
      severity: 'error',
      from: { path: '^server/src/[^/]+/', pathNot: anyOf(layers.flat()) },
      to: {},
    },
    {
      name: 'runtime parts are imported in platform and db only',
      severity: 'error',
      from: { path: '^server/src/', pathNot: [anyOf(['platform', 'db']), tests] },
      to: { path: runtimeParts },
    },
    {
      name: 'sessions depend on accounts, accounts do not depend on sessions',
      severity: 'error',
      from: { path: '^server/src/modules/user/', pathNot: tests },
      to: { path: '^server/src/modules/session/' },
    },
    noSiblings('providers do not import each other', 'server/src/providers'),
    noSiblings('features do not import each other', 'console/src/features'),
    {
      name: 'contract imports no other workspace',
      severity: 'error',
      from: { path: '^contract/' },
      to: { path: '^(server|console|e2e|scripts)/' },
    },
    {
      name: 'console imports contract only',
      severity: 'error',
      from: { path: '^console/' },
      to: { path: '^(server|e2e|scripts)/' },
    },
    {
      name: 'the kit and the shell know no feature',
      severity: 'error',
      from: { path: '^console/src/ui/' },
      to: { path: '^console/src/(features|shell)/' },
    },
    {
      name: 'the page of the kit is in no build of the product',
      severity: 'error',
      from: { path: '^console/src/', pathNot: '^console/src/kit-samples/' },
      to: { path: '^console/src/kit-samples/' },
    },
    {
      name: 'server imports no screen',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(console|e2e|scripts)/' },
    },
    {
      name: 'tests are imported by tests only',
      severity: 'error',
      from: { path: '^(contract|server|console)/src/', pathNot: [tests, '/test-support/'] },
      to: { path: [tests, '^server/test/', '^console/test/', '/test-support/'] },
    },
    { name: 'no cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'every import is found',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?(raw|url|worker|inline)$' },
    },
  ],
  options: {
    // TypeScript 7 has no parser for other programs yet.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
};
