import type { KnownRecords } from '@qitao/core/known-record.ts'
import type { Text } from '@qitao/core/text.ts'
import type { ComponentType, ReactNode } from 'react'
import type { ErrorTable } from '../call/failures.ts'
import type { PickerType } from '../form/pickers.ts'
import type { PageTool } from '../list/page-tools.tsx'
import type { GuideModule } from './guide.ts'
import type { SitePage } from './menu.ts'

interface PageModule {
  readonly default: ComponentType
}
/** A page of the site map with the file that draws it. */
export interface PageRoute {
  readonly page: SitePage
  readonly load: () => Promise<PageModule>
}
/** A page that is open without sign-in and stands outside the frame. */
interface PublicRoute {
  readonly path: string
  readonly load: () => Promise<PageModule>
}
/** An entry of the menu under the user's name. */
export interface UserMenuItem {
  readonly title: Text
  readonly load: () => Promise<{ default: ComponentType<{ open: boolean; onClose: () => void }> }>
}

/** Something an area asks or tells the signed-in member beside whatever page is open; draws nothing when there is nothing. */
export interface Notice {
  readonly load: () => Promise<PageModule>
}

/** Parts of the header: who one is working for, and what waits. */
interface HeadParts {
  /** Stands in place of the company's name. */
  readonly company?: () => Promise<PageModule>
  readonly items?: readonly (() => Promise<PageModule>)[]
}

/** What an area brings to the browser; `apps/web/main.tsx` lists the areas. */
export interface AreaWeb {
  /** What its records that people know get beside its own pages. */
  readonly known?: KnownRecords
  readonly routes?: readonly PageRoute[]
  readonly publicRoutes?: readonly PublicRoute[]
  /** By the name of the record that a reference field refers to. */
  readonly pickers?: Readonly<Record<string, PickerType>>
  readonly errors?: readonly ErrorTable[]
  /** Menu icons by path of the group. */
  readonly icons?: Readonly<Record<string, ReactNode>>
  /** What the page that refuses another one offers beside its words: `path` is the page that was asked for. */
  readonly refused?: () => Promise<{ default: ComponentType<{ path: string }> }>
  readonly userMenu?: readonly UserMenuItem[]
  readonly notices?: readonly Notice[]
  readonly head?: HeadParts
  /** How its pages are worked with. */
  readonly guides?: () => Promise<GuideModule>
  /** What it adds to pages of earlier areas. */
  readonly tools?: readonly PageTool[]
}
