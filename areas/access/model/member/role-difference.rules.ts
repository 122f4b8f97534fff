/** What a role opens in one application, with its pages as the permission tree names them. */
interface Opens {
  readonly page_paths: readonly string[]
  /** Null: every action of the pages. */
  readonly action_keys: readonly string[] | null
}
interface TreePage {
  readonly path: string
  readonly name: string
  readonly actions: readonly { readonly key: string; readonly name: string }[]
}
/** Which of two has it: a page, or an action of a page that at least one of them opens. */
export interface Side {
  readonly one: boolean
  readonly other: boolean
}
export interface PageDifference extends Side {
  readonly path: string
  readonly name: string
  /** The actions that only one of the two has. */
  readonly actions: readonly (Side & { readonly key: string; readonly name: string })[]
}

const opensPage = ({ page_paths }: Opens, path: string): boolean => page_paths.includes(path)
const opensAction = (role: Opens, path: string, key: string): boolean =>
  opensPage(role, path) && (role.action_keys === null || role.action_keys.includes(key))

/** The pages that two roles do not open alike, in the order of the tree. */
export const differenceOf = (one: Opens, other: Opens, pages: readonly TreePage[]): PageDifference[] =>
  pages.flatMap(({ path, name, actions }) => {
    const page = { one: opensPage(one, path), other: opensPage(other, path) }
    const apart = actions
      .map(({ key, name }) => ({
        key,
        name,
        one: opensAction(one, path, key),
        other: opensAction(other, path, key),
      }))
      .filter(action => action.one !== action.other)
    return page.one === page.other && apart.length === 0 ? [] : [{ path, name, ...page, actions: apart }]
  })
