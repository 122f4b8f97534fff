// Borders of the house (docs/architecture.md). The order of the areas is the order of the workspaces in package.json.
const { workspaces } = require('./package.json')

const areas = workspaces.filter(path => path.startsWith('areas/'))
const tests = '(\\.test\\.tsx?$|/testing/)'
const source = '^(core|planning|platform|areas|apps)/'

/** An area may use only areas that stand above it. */
const laterAreas = areas.map((area, index) => ({
  name: `${area.replace('areas/', '')}-uses-a-later-area`,
  severity: 'error',
  comment: 'An area may use only areas above it; a late area pushes upward by calling a function of the earlier one.',
  from: { path: `^${area}/`, pathNot: tests },
  to: {
    path:
      areas
        .slice(index + 1)
        .map(later => `^${later}/`)
        .join('|') || '^$',
  },
}))

module.exports = {
  forbidden: [
    {
      name: 'circular',
      severity: 'error',
      from: { pathNot: tests },
      to: { circular: true },
    },
    {
      name: 'core-uses-ours',
      severity: 'error',
      comment: 'core knows nothing of ours.',
      from: { path: '^core/' },
      to: { path: '^(planning|platform|areas|apps|tools|bench|e2e)/' },
    },
    {
      name: 'planning-uses-ours',
      severity: 'error',
      comment: 'The engine imports core only.',
      from: { path: '^planning/', pathNot: tests },
      to: { path: '^(platform|areas|apps|tools|bench|e2e)/' },
    },
    {
      name: 'pure-code-is-impure',
      severity: 'error',
      comment: 'core, planning and model run anywhere: no Node, no browser, no server library.',
      from: { path: '^(core|planning)/|^areas/[^/]+/model/', pathNot: tests },
      to: {
        path: '^(platform|apps)/|^areas/[^/]+/(server|web)/|^node_modules/(?!zod/|decimal\\.js/)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'pure-code-uses-node',
      severity: 'error',
      from: { path: '^(core|planning)/|^areas/[^/]+/model/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'platform-knows-business',
      severity: 'error',
      from: { path: '^platform/', pathNot: tests },
      to: { path: '^(areas|apps|planning)/' },
    },
    {
      name: 'server-uses-web',
      severity: 'error',
      from: { path: '^(platform/server|areas/[^/]+/server|apps/server)/' },
      to: { path: '/web/' },
    },
    {
      name: 'web-uses-server',
      severity: 'error',
      from: { path: '^(platform/web|areas/[^/]+/web|apps/web)/', pathNot: `${tests}|vite\\.config` },
      to: { path: '^platform/server/|^areas/[^/]+/server/|^apps/server/' },
    },
    {
      name: 'app-is-used',
      severity: 'error',
      comment: 'Only the apps know all areas.',
      from: { path: '^(core|planning|platform|areas)/', pathNot: tests },
      to: { path: '^apps/' },
    },
    { name: 'test-code-is-used', severity: 'error', from: { path: source, pathNot: tests }, to: { path: tests } },
    { name: 'cannot-be-found', severity: 'error', from: {}, to: { couldNotResolve: true } },
    ...laterAreas,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|test-results)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
}
