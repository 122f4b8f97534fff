import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { allPages, type Page, pages } from '@qitao/site/model/pages.ts'
import type { Rights } from '../member/grant.rules.ts'

/** How an API token begins: what finds lost secrets knows it by that, and the server where to look it up. */
export const apiTokenStart = 'qitao_'
/** Of one member at one time. */
export const mostApiTokens = 20
export const longestTokenDays = 365

/** Members, their rights, the company's settings and whom it tells what are left to people. */
const ofPeople: readonly Page[] = [pages.roles, pages.securityLog, pages.settings, pages.webHooks, pages.noticeRules]
export const pagesOfTokens: readonly Page[] = allPages.filter(page => !ofPeople.includes(page))

/** What an API token may do. */
export interface TokenScope {
  readonly page_paths: readonly string[]
  readonly writes: boolean
}

/** What of the owner's rights the token has, as they are now: what the owner loses, it loses. */
export function cutTo({ page_paths, writes }: TokenScope, grants: readonly Rights[]): Rights[] {
  const open = new Set(pagesOfTokens.map(({ path }) => path).filter(path => page_paths.includes(path)))
  return grants.map(({ pages, actions }) => ({
    pages: new Set([...pages].filter(path => open.has(path))),
    actions: writes ? actions : new Set(),
  }))
}

/** A token opens what its owner may open. Throws 5011. */
export function checkScope(page_paths: readonly string[], own: ReadonlySet<string>): void {
  const allowed = pagesOfTokens.map(({ path }) => path).filter(path => own.has(path))
  const beyond = page_paths.filter(path => !allowed.includes(path))
  if (beyond.length > 0)
    refuse(generalErrors.noPermission, {
      field: 'page_paths',
      detail: text(
        `API令牌不能打开这些页面，请去掉：${beyond.join('、')}`,
        `An API token cannot open these pages, leave them out: ${beyond.join(', ')}`,
      ),
    })
}
