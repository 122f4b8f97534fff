import { type ComponentType, lazy, Suspense } from 'react'
import type { SitePage } from '../frame/menu.ts'
import { Contained } from '../show/contained.tsx'

interface PageToolProps {
  /** Ids of the rows that are chosen on the page. */
  readonly chosen: readonly string[]
}
/** What an area adds to the tools of an earlier area's page, which cannot know it. */
export interface PageTool {
  readonly page: SitePage
  readonly load: () => Promise<{ readonly default: ComponentType<PageToolProps> }>
}

const registered = new Map<string, ComponentType<PageToolProps>[]>()
export function registerTool({ page, load }: PageTool): void {
  registered.set(page.path, [...(registered.get(page.path) ?? []), lazy(load)])
}

/** Stands among the tools of the page. */
export function PageTools({ page, chosen }: PageToolProps & { page: SitePage }) {
  return (
    <>
      {(registered.get(page.path) ?? []).map((Tool, index) => (
        <Contained key={index} silent>
          <Suspense fallback={null}>
            <Tool chosen={chosen} />
          </Suspense>
        </Contained>
      ))}
    </>
  )
}
