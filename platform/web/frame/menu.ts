import type { Text } from '@qitao/core/text.ts'

/** A page of the site map, as far as the frame needs it; the site area declares them. */
export interface SitePage {
  readonly path: string
  readonly title: Text
  readonly parent: string
  readonly kind: 'menu' | 'tab' | 'edit'
  readonly newTitle?: Text
}
interface SiteGroup {
  readonly path: string
  readonly title: Text
}
export interface SiteMap {
  readonly pages: readonly SitePage[]
  readonly groups: readonly SiteGroup[]
}

/** Answer of query_menu_list. A display of "0" means shown. */
export interface MenuEntry {
  readonly parent_url: string
  readonly parent_name: string
  readonly display?: string | null | undefined
  readonly is_link?: boolean | null | undefined
  readonly sub_urls: readonly {
    readonly sub_url: string
    readonly sub_name: string
    readonly display?: string | null | undefined
    readonly is_link?: boolean | null | undefined
  }[]
}

interface MenuItem {
  readonly path: string
  readonly title: Text
  /** An address outside the product; it opens in a window of its own. */
  readonly external: boolean
}
interface MenuGroup {
  readonly path: string
  readonly title: Text
  /** What stands in the menu, in order. */
  readonly items: readonly MenuItem[]
  /** First allowed page, shown or not. */
  readonly first: string | undefined
}
export interface Menu {
  readonly groups: readonly MenuGroup[]
  readonly allowed: ReadonlySet<string>
  readonly first: string | undefined
  /** Where the address of a group leads: its first page in the menu, else one that is opened from elsewhere. */
  readonly firstOf: ReadonlyMap<string, string>
}

const isShown = (display: string | null | undefined): boolean => (display ?? '0') === '0'
const sameInBoth = (name: string): Text => ({ zh: name, en: name })

/**
 * Menu and rights from the server's list. A group stays only when one of its children is allowed; a page that the site map
 * does not know is not built and is left out, except an outside link.
 */
export function menuFrom(entries: readonly MenuEntry[], site: SiteMap): Menu {
  const pages = new Map(site.pages.map(page => [page.path, page]))
  const groups = new Map(site.groups.map(group => [group.path, group]))
  const made = entries.flatMap(entry => {
    const children = entry.sub_urls.filter(child => child.is_link || pages.has(child.sub_url))
    if (children.length === 0) return []
    const items = children
      .filter(child => isShown(child.display) && (child.is_link || pages.get(child.sub_url)?.kind === 'menu'))
      .map(child => ({
        path: child.sub_url,
        title: pages.get(child.sub_url)?.title ?? sameInBoth(child.sub_name),
        external: Boolean(child.is_link),
      }))
    const first = items.find(item => !item.external)?.path
    const tab = children.find(child => pages.get(child.sub_url)?.kind === 'tab')?.sub_url
    const group = {
      path: entry.parent_url,
      title: groups.get(entry.parent_url)?.title ?? sameInBoth(entry.parent_name),
      items: isShown(entry.display) ? items : [],
      first,
    }
    return [
      { group, landing: first ?? tab, allowed: children.filter(child => !child.is_link).map(child => child.sub_url) },
    ]
  })
  const all = made.map(one => one.group)
  return {
    groups: all.filter(group => group.items.length > 0),
    allowed: new Set(made.flatMap(one => one.allowed)),
    first: all.find(group => group.first)?.first ?? made.find(one => one.landing)?.landing,
    firstOf: new Map(made.flatMap(({ group, landing }) => (landing ? [[group.path, landing]] : []))),
  }
}
