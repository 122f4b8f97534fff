import type { Text } from '@qitao/core/text.ts'
import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import type { Act } from '../list/act.ts'
import { ActButton } from '../list/act-button.tsx'
import { useLanguage, written } from '../session/language.ts'
import { Contained } from './contained.tsx'
import { drawerWidth, wideDrawerWidth } from './drawer-width.ts'
import { HistoryButton, type HistoryOf } from './history.tsx'

interface DetailDrawerProps {
  open: boolean
  title: Text | string
  onClose: () => void
  actions?: readonly Act[]
  /** The record whose history can be looked at. */
  history?: HistoryOf | undefined
  /** Room for lines. */
  wide?: boolean
  children: ReactNode
}
/** Detail to read beside the list, which stays usable and keeps its place. */
export function DetailDrawer({
  open,
  title,
  onClose,
  actions = [],
  history,
  wide = false,
  children,
}: DetailDrawerProps) {
  const language = useLanguage()
  return (
    <Drawer
      open={open}
      title={written(title, language)}
      onClose={onClose}
      size={wide ? wideDrawerWidth : drawerWidth}
      mask={false}
      destroyOnHidden
      extra={history ? <HistoryButton {...history} /> : null}
      footer={
        actions.length > 0 ? (
          <div className="qt-foot">
            {actions.map((act, index) => (
              <ActButton key={act.title.zh} act={act} primary={index === 0 && !act.danger} />
            ))}
          </div>
        ) : null
      }
    >
      <Contained>{children}</Contained>
    </Drawer>
  )
}
