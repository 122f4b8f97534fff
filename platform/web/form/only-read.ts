import { ConfigProvider } from 'antd'
import type { ReactNode } from 'react'

/**
 * The form around is closed: what it shows can no longer be changed, or not by who looks at it. Fields follow by themselves;
 * whatever adds, pastes or takes away asks here, so that nobody writes what he cannot save.
 */
export const useOnlyRead = (): boolean => ConfigProvider.useConfig().componentDisabled ?? false

/** What is there for who writes: tools that fill the form, notes on saving. */
export const WhileWritten = ({ children }: { children: ReactNode }): ReactNode => (useOnlyRead() ? null : children)
