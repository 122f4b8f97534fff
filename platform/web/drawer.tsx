import type { Text } from '@qitao/core/text.ts'
import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import type { Act } from './act.ts'
import { ActButton } from './act-button.tsx'
import { useLanguage, written } from './language.ts'

/** Width of drawers (specification section 9), px; never wider than the window. */
export const drawerWidth = 'min(480px, 100vw)'

interface DetailDrawerProps {
  open: boolean
  title: Text | string
  onClose: () => void
  actions?: readonly Act[]
  children: ReactNode
}
/** Detail to read beside the list, which stays usable and keeps its place. */
export function DetailDrawer({ open, title, onClose, actions = [], children }: DetailDrawerProps) {
  const language = useLanguage()
  return (
    <Drawer
      open={open}
      title={written(title, language)}
      onClose={onClose}
      size={drawerWidth}
      mask={false}
      destroyOnHidden
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
      {children}
    </Drawer>
  )
}
