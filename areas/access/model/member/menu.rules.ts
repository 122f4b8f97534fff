import { type AnyCall, actionKey } from '@qitao/core/call.ts'
import { type Language, say } from '@qitao/core/text.ts'
import { allGroups, type Page, sitePages } from '@qitao/site/model/pages.ts'
import type { App } from '../company/app.ts'
import type { MenuEntry } from '../session/session.calls.ts'
import { actionsOf } from './grant.rules.ts'

/** The site map as the server tells it: only allowed pages, in the order of the groups; a group without any is left out. */
export function menuOf(allowed: ReadonlySet<string>, language: Language): MenuEntry[] {
  return allGroups.flatMap(group => {
    const children = sitePages.filter(page => page.parent === group.path && allowed.has(page.path))
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

/** What can be given in an application: its pages by group, each with the actions that it opens. */
export const permissionTree = (app: App, calls: readonly AnyCall[], language: Language) => ({
  app_code: app.app_code,
  app_name: say(app.name, language),
  groups: allGroups.flatMap(group => {
    const children = app.pages.filter(page => page.parent === group.path)
    if (children.length === 0) return []
    const pages = children.map(page => ({
      path: page.path,
      name: say(page.title, language),
      kind: page.kind,
      actions: actionsOf(page, calls).map(call => ({ key: actionKey(call), name: say(call.title, language) })),
    }))
    return [{ path: group.path, name: say(group.title, language), pages }]
  }),
})

/** Those of the paths that are no page of the application. */
export const unknownPaths = (app: App, paths: readonly string[]): string[] =>
  paths.filter(path => !app.pages.some(page => page.path === path))
