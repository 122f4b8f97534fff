import { type ComponentType, createElement, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

/** A page that stands alone, without the frame of the product. */
export const renderInto = <P extends object>(root: HTMLElement, page: ComponentType<P>, props: P): void =>
  createRoot(root).render(createElement(StrictMode, null, createElement(page, props)))
