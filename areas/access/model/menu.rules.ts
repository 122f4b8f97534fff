import { type Language, say } from '@qitao/core/text.ts'
import { allGroups, allPages, type Page, pageAt } from '@qitao/site/model/pages.ts'
import { mainApp } from './app.ts'
import type { MenuEntry } from './session.calls.ts'

/** The site map as the server tells it: only allowed pages, in the order of the groups; a group without any is left out. */
export function menuOf(allowed: ReadonlySet<string>, language: Language): MenuEntry[] {
  return allGroups.flatMap(group => {
    const children = allPages.filter(page => page.parent === group.path && allowed.has(page.path))
    if (children.length === 0) return []
    return [
      {
        parent_url: group.path,
        parent_name: say(group.title, language),
        display: '0' as const,
        is_link: false,
        sub_urls: children.map(page => ({
          sub_url: page.path,
          sub_name: say(page.title, language),
          display: displayOf(page),
          is_link: false,
        })),
      },
    ]
  })
}
const displayOf = (page: Page): '0' | '1' => (page.kind === 'edit' ? '1' : '0')

export const permissionTree = (language: Language) => ({
  app_code: mainApp.app_code,
  app_name: say(mainApp.name, language),
  groups: allGroups.flatMap(group => {
    const children = allPages.filter(page => page.parent === group.path)
    if (children.length === 0) return []
    const pages = children.map(({ path, title, kind }) => ({ path, name: say(title, language), kind }))
    return [{ path: group.path, name: say(group.title, language), pages }]
  }),
})

/** Those of the paths that are no page of the product. */
export const unknownPaths = (paths: readonly string[]): string[] => paths.filter(path => pageAt(path) === undefined)
