import { type Text, text } from '@qitao/core/text.ts'
import { Modal } from 'antd'
import { useSay } from '../session/language.ts'

const shortcuts: readonly { keys: readonly string[]; does: Text }[] = [
  { keys: ['Ctrl', 'K'], does: text('查找单据或页面', 'Find a record or a page') },
  { keys: ['/'], does: text('搜索当前列表', 'Search the list') },
  { keys: ['J'], does: text('下一行', 'Next row') },
  { keys: ['K'], does: text('上一行', 'Row before') },
  { keys: ['Enter'], does: text('打开所选行', 'Open the row') },
  { keys: ['R'], does: text('刷新列表', 'Refresh the list') },
  { keys: ['Ctrl', 'Enter'], does: text('保存表单', 'Save the form') },
  { keys: ['Esc'], does: text('关闭抽屉或对话框', 'Close drawer or dialog') },
  { keys: ['↑ ↓ ← →'], does: text('在明细表格中移动', 'Move between line items') },
  { keys: ['F2'], does: text('编辑明细单元格', 'Edit a line item') },
  { keys: ['?'], does: text('打开本页使用指南', 'Open the guide of the page') },
]
export function Shortcuts({ open, onClose }: { open: boolean; onClose: () => void }) {
  const say = useSay()
  return (
    <Modal
      open={open}
      onCancel={onClose}
      footer={null}
      title={say(text('键盘快捷键', 'Keyboard shortcuts'))}
      width={400}
    >
      <dl className="qt-shortcuts">
        {shortcuts.map(({ keys, does }) => (
          <Shortcut key={does.zh} keys={keys} does={say(does)} />
        ))}
      </dl>
    </Modal>
  )
}
function Shortcut({ keys, does }: { keys: readonly string[]; does: string }) {
  return (
    <>
      <dt>
        {keys.map((key, index) => (
          <span key={key}>
            {index > 0 ? ' + ' : ''}
            <kbd>{key}</kbd>
          </span>
        ))}
      </dt>
      <dd>{does}</dd>
    </>
  )
}
