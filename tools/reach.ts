/*
 * What a change can reach, for `npm test -- changed`: the workspaces that use what was changed, their server tests, and the
 * stories that name them. Unit tests are found by the runner, which follows the imports of each file. Pure.
 */
import { dirname, join } from 'node:path/posix'

export type Tree = {
  /** Workspace by name, such as `@qitao/sales`, with its folder. */
  folders: ReadonlyMap<string, string>
  /** Text of every source file of ours by its path. */
  files: ReadonlyMap<string, string>
}
export type Reach = {
  unit: boolean
  /** Folders and files of server tests. */
  server: string[]
  stories: string[]
}

const isTest = (path: string) => /\.(test|story)\.tsx?$/.test(path)
const isServerTest = (path: string) => /\.(calls|pg)\.test\.ts$/.test(path)
const isStory = (path: string) => path.endsWith('.story.ts')
const isSource = (path: string) => /\.(tsx?|js|sql|css|json)$/.test(path)
/** Looks at every page, whatever was changed on them. */
const storiesOfAnyPage = ['e2e/platform/every-page.story.ts']
/** Used by all: the area folders, and what stands at the root. */
const isOfAll = (path: string) => !path.includes('/') || /^(core|platform\/server|apps\/server|tools)\//.test(path)

export function reachOf(changed: readonly string[], tree: Tree): Reach {
  const sources = changed.filter(path => isSource(path) && !path.startsWith('docs/'))
  const product = sources.filter(path => !isTest(path))
  const ofServer = product.filter(path => !/\/web\//.test(path) && !path.startsWith('e2e/'))
  const serverTests = [...tree.files.keys()].filter(isServerTest)
  const stories = [...tree.files.keys()].filter(isStory)
  const users = usersOf(tree)

  const reached = new Set(ofServer.flatMap(path => [...(users.get(workspaceOf(path, tree) ?? '') ?? [])]))
  const isAll = ofServer.some(isOfAll)
  const seen = new Set(product.flatMap(path => [...(users.get(workspaceOf(path, tree) ?? '') ?? [])]))
  const allSeen = isAll || product.some(path => /^(platform\/web|apps\/web|e2e)\//.test(path))
  return {
    unit: sources.length > 0,
    server: serverTests.filter(path => isAll || reached.has(workspaceOf(path, tree) ?? '') || changed.includes(path)),
    stories: stories.filter(
      path =>
        allSeen ||
        changed.includes(path) ||
        (seen.size > 0 && storiesOfAnyPage.includes(path)) ||
        [...named(path, tree)].some(name => seen.has(name)),
    ),
  }
}

function workspaceOf(path: string, { folders }: Tree): string | undefined {
  return [...folders].find(([, folder]) => path.startsWith(`${folder}/`))?.[0]
}

const importedBy = (source: string): string[] =>
  [...source.matchAll(/(?:from|import) '(@qitao\/[a-z-]+)/g)].map(([, name]) => name!)

/** Every workspace with those that use it, themselves included, over any number of steps. */
function usersOf(tree: Tree): Map<string, Set<string>> {
  const direct = new Map<string, Set<string>>()
  for (const [path, source] of tree.files) {
    const user = workspaceOf(path, tree)
    // What tests of an earlier area use of a later one is no way for a fault to take.
    if (!user || isTest(path) || /\/testing\//.test(path)) continue
    for (const used of importedBy(source)) direct.set(used, (direct.get(used) ?? new Set()).add(user))
  }
  const users = new Map<string, Set<string>>()
  for (const name of tree.folders.keys()) {
    const found = new Set([name])
    // A set takes what is added while it is gone through.
    for (const one of found) for (const user of direct.get(one) ?? []) found.add(user)
    users.set(name, found)
  }
  return users
}

/** The workspaces that a story names, by itself or through the files beside it. */
function named(story: string, tree: Tree): Set<string> {
  const found = new Set<string>()
  const files = new Set([story])
  for (const file of files) {
    const source = tree.files.get(file) ?? ''
    for (const name of importedBy(source)) found.add(name)
    for (const [, beside] of source.matchAll(/from '(\.{1,2}\/[\w/.-]+)'/g)) {
      const path = join(dirname(file), beside!)
      // Every story signs in and opens pages: that is no name.
      if (tree.files.has(path) && !/^e2e\/(pages|caller|company|server|languages)\.ts$/.test(path)) files.add(path)
    }
  }
  return found
}
