import type { AnyCall } from '@qitao/core/call.ts'
import { isBeyondWorkgroups, isGranted } from '@qitao/core/grant.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { type App, apps } from '../company/app.ts'
import { dataScope, meaningOf } from './data-scope.status.ts'
import { grantsOf, type StoredPermission } from './grant.rules.ts'

/** Why a member can open a page or do an action of it, or why not: each condition, in the order in which the server asks. */
export interface Asked {
  readonly page: { readonly path: string; readonly title: Text }
  /** A writing call that the page opens; absent: the page itself. */
  readonly call?:
    | Pick<AnyCall, 'path' | 'title' | 'writes' | 'grantedBy' | 'beforeSecondFactor' | 'acrossWorkgroups'>
    | undefined
}
export interface RoleOf {
  readonly id: string
  readonly role_name: string
  readonly permissions: readonly StoredPermission[]
}
export interface MemberAsked {
  readonly name: string
  readonly is_enabled: boolean
  readonly is_admin: boolean
  readonly invalid_role: boolean
  /** The company asks for a second factor that is not set up yet. */
  readonly must_enrol: boolean
  /** Off: data scopes hold for nobody. */
  readonly data_permission: boolean
  readonly roles: readonly RoleOf[]
}
export const whyKeys = ['account', 'second_factor', 'role', 'edition', 'page', 'action', 'scope'] as const
interface Step {
  readonly key: (typeof whyKeys)[number]
  readonly holds: boolean
  readonly text: Text
}
export interface Why {
  readonly can: boolean
  readonly steps: readonly Step[]
  /** What would open it; undefined when nothing is missing. */
  readonly remedy: Text | undefined
  /** Roles of the company that open it. */
  readonly roles: readonly Pick<RoleOf, 'id' | 'role_name'>[]
}

const opens = (role: RoleOf, { page, call }: Asked, app_codes: readonly string[]): boolean => {
  const { grants, pages } = grantsOf({ is_admin: false, permissions: role.permissions }, app_codes)
  return pages.has(page.path) && (!call || isGranted(call, grants))
}
const named = (roles: readonly Pick<RoleOf, 'role_name'>[]): string =>
  roles.map(({ role_name }) => role_name).join(', ')

/** `all` are the roles of the company, `app_codes` the editions that it is authorised for now. */
export function whyOf(member: MemberAsked, asked: Asked, all: readonly RoleOf[], app_codes: readonly string[]): Why {
  const what: Text = asked.call?.title ?? asked.page.title
  const editions = app_codes.flatMap(code => apps.find(app => app.app_code === code) ?? [])
  const inEdition = (app: App) => app.pages.some(({ path }) => path === asked.page.path)
  const edition = editions.filter(inEdition)
  // What the server asks with each call, of all roles together: what one gives another need not.
  const permissions = member.roles.flatMap(role => role.permissions)
  const { grants, pages, data_scope, workgroup_only } = grantsOf({ is_admin: member.is_admin, permissions }, app_codes)
  const hasPage = pages.has(asked.page.path)
  const hasAction = asked.call === undefined || isGranted(asked.call, grants)
  const mustEnrol = member.must_enrol && !asked.call?.beforeSecondFactor
  const holding = (holds: (of: ReturnType<typeof grantsOf>) => boolean) =>
    named(member.roles.filter(role => holds(grantsOf({ is_admin: false, permissions: role.permissions }, app_codes))))
  const admin = text('管理员可以打开版本内的全部页面', 'An administrator opens every page of the edition')
  const steps: Step[] = [
    {
      key: 'account',
      holds: member.is_enabled,
      text: member.is_enabled
        ? text('账号已启用', 'The account is enabled')
        : text('账号已停用', 'The account is disabled'),
    },
    ...(mustEnrol
      ? [
          {
            key: 'second_factor' as const,
            holds: false,
            text: text(
              '公司要求两步验证，该用户还没有设置',
              'The company asks for two-step sign-in, which is not set up yet',
            ),
          },
        ]
      : []),
    {
      key: 'role',
      holds: member.is_admin || (!member.invalid_role && member.roles.length > 0),
      text: member.is_admin
        ? text('是管理员', 'Is an administrator')
        : member.roles.length > 0
          ? text(`角色：${named(member.roles)}`, `Roles: ${named(member.roles)}`)
          : text('没有任何角色', 'Has no role'),
    },
    {
      key: 'edition',
      holds: edition.length > 0,
      text:
        edition.length > 0
          ? {
              zh: `公司的版本「${edition.map(app => app.name.zh).join('、')}」有该页面`,
              en: `The company's edition has the page: ${edition.map(app => app.name.en).join(', ')}`,
            }
          : text('公司的版本没有该页面', "The company's edition does not have the page"),
    },
    {
      key: 'page',
      holds: hasPage,
      text: !hasPage
        ? text('其角色都不能打开该页面', 'None of the roles opens the page')
        : member.is_admin
          ? admin
          : text(
              `打开该页面的角色：${holding(of => of.pages.has(asked.page.path))}`,
              `Opens the page: ${holding(of => of.pages.has(asked.page.path))}`,
            ),
    },
    ...(asked.call
      ? [
          {
            key: 'action' as const,
            holds: hasAction,
            text: !hasAction
              ? text('其角色都没有该操作', 'None of the roles has the action')
              : member.is_admin
                ? admin
                : text(
                    `有该操作的角色：${holding(of => isGranted(asked.call!, of.grants))}`,
                    `Has the action: ${holding(of => isGranted(asked.call!, of.grants))}`,
                  ),
          },
        ]
      : []),
    {
      key: 'scope',
      holds: !(member.data_permission && asked.call && isBeyondWorkgroups(asked.call, workgroup_only)),
      text: !member.data_permission
        ? text('数据范围：公司未启用', 'Data scope: switched off for the company')
        : text(
            `数据范围：${dataScope.stateOf(data_scope).zh}。${meaningOf(data_scope).zh}`,
            `Data scope: ${dataScope.stateOf(data_scope).en}. ${meaningOf(data_scope).en}`,
          ),
    },
  ]
  const missing = steps.find(({ holds }) => !holds)
  const able = all.filter(role => opens(role, asked, app_codes))
  return {
    can: missing === undefined,
    steps,
    remedy: missing && remedyOf(missing.key, member.name, what, able),
    roles: able.map(({ id, role_name }) => ({ id, role_name })),
  }
}

function remedyOf(key: Step['key'], name: string, what: Text, able: readonly RoleOf[]): Text {
  if (key === 'account') return text(`在用户列表中启用${name}`, `Enable ${name} in the list of users`)
  if (key === 'scope')
    return text(
      `“${what.zh}”涉及所有班组：给${name}一个数据范围更大的角色`,
      `${what.en}: it concerns all workgroups. Give ${name} a role of a wider data scope`,
    )
  if (key === 'second_factor')
    return text(`请${name}登录并设置两步验证`, `${name} signs in and sets up two-step sign-in`)
  if (key === 'edition')
    return text('为公司开通含该页面的版本', 'Authorise the company for an edition that has the page')
  return able.length > 0
    ? {
        zh: `给${name}分配角色：${able.map(role => role.role_name).join(' 或 ')}`,
        en: `Give ${name} one of the roles: ${named(able)}`,
      }
    : { zh: `目前没有角色有「${what.zh}」：在角色中勾选它`, en: `No role opens this yet: tick "${what.en}" in a role` }
}
