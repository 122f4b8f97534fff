import { type Text, text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { confirm } from '@qitao/platform/web/show/confirm.tsx'
import { drawerWidth } from '@qitao/platform/web/show/drawer-width.ts'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import type { SettingKey } from '../../model/company/settings.ts'
import { SettingsSection } from './settings-section.tsx'

/** The company's settings of one plan, where it is worked on. */
export function SettingsButton({ title, keys }: { title: Text; keys: readonly SettingKey[] }) {
  const say = useSay()
  const [open, setOpen] = useState(false)
  const [changed, setChanged] = useState(false)
  const leave = async () => {
    const unsaved = {
      title: text('有未保存的修改', 'There are unsaved changes'),
      ok: text('放弃修改', 'Discard'),
      cancel: text('继续编辑', 'Keep editing'),
      danger: true,
    }
    if (changed && !(await confirm(unsaved))) return
    setChanged(false)
    setOpen(false)
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say(text('设置', 'Settings'))}</Button>
      <Drawer
        open={open}
        title={say(text('设置', 'Settings'))}
        onClose={() => void leave()}
        size={drawerWidth}
        maskClosable={!changed}
        destroyOnHidden
      >
        <div className="qt-settings-beside">
          <SettingsSection title={title} keys={keys} onChanged={setChanged} />
        </div>
      </Drawer>
    </>
  )
}
