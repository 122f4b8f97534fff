import type { AnyCall, GrantingPage } from '@qitao/core/call.ts'
import { beyondWorkgroups, type Grant, isBeyondWorkgroups, isGranted } from '@qitao/core/grant.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { type Session, session } from './session.ts'

/** What an action takes: the right to a call, or to a page that it opens. */
export type Need = Pick<AnyCall, 'path' | 'grantedBy' | 'writes' | 'title' | 'acrossWorkgroups'> | GrantingPage

/** What a button does, and the right without which it is withheld. */
export type Run = (() => unknown) & { readonly needs?: Need | undefined }

/** `run` for those who have the right; a button with it is greyed for the others. Commands give theirs by `with`. */
export const needing = (needs: Need, run: () => unknown): Run => Object.assign(() => run(), { needs })

/** Why it is withheld from somebody with these rights; undefined: it is not. */
export function whyWithheld(needs: Need | undefined, grants: readonly Grant[]): Text | undefined {
  if (needs === undefined) return undefined
  if (!('grantedBy' in needs)) return grants.some(({ pages }) => pages.has(needs.path)) ? undefined : noPage
  if (isGranted(needs, grants)) return undefined
  const { zh, en } = needs.title
  return text(`没有“${zh}”的权限，请联系管理员`, `You have no right to this: ${en}. Ask an administrator.`)
}
const noPage = text('没有该页面的权限，请联系管理员', 'You have no right to that page. Ask an administrator.')

/** Who looks on as another member changes nothing. */
export const whyViewed = (needs: Need | undefined, isViewed: boolean): Text | undefined =>
  isViewed && needs !== undefined && 'grantedBy' in needs && needs.writes ? onlyLooking : undefined
const onlyLooking = text('正在以他人的身份查看，只能读取', 'You are looking as somebody else: reading only')

/** What is about all workgroups is withheld from who sees the own ones. */
export const whyBeyond = (needs: Need | undefined, workgroup_only: boolean): Text | undefined =>
  needs !== undefined && 'grantedBy' in needs && isBeyondWorkgroups(needs, workgroup_only)
    ? beyondWorkgroups
    : undefined

/** Asks with the rights as they are; what is drawn follows when they change. */
export function useWithheld(): (needs: Need | undefined) => Text | undefined {
  const now = session.use()
  return needs => now && whyNot(needs, now)
}
/** As `useWithheld`, outside of drawing. */
export const withheldNow = (needs: Need | undefined): Text | undefined => {
  const now = session.get()
  return now ? whyNot(needs, now) : whyWithheld(needs, [])
}
const whyNot = (needs: Need | undefined, { grants, isViewed, workgroup_only }: Session): Text | undefined =>
  whyWithheld(needs, grants) ?? whyViewed(needs, isViewed) ?? whyBeyond(needs, workgroup_only)
