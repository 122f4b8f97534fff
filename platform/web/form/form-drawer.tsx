import { type Text, text } from '@qitao/core/text.ts'
import { Button, Drawer, Form, Modal } from 'antd'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { sameValues } from '../call/same-values.ts'
import { Explained } from '../call/throttle-button.tsx'
import type { Save } from '../call/use-command.ts'
import { useLanguage, useSay, written } from '../session/language.ts'
import { useWithheld } from '../session/rights.ts'
import { confirm } from '../show/confirm.tsx'
import { Contained } from '../show/contained.tsx'
import { drawerWidth } from '../show/drawer-width.ts'
import { HistoryButton, type HistoryOf } from '../show/history.tsx'
import { FormFailure, forgetErrors, useFormSave } from './use-form-save.ts'

interface FormFrameProps<V extends object> {
  open: boolean
  title: Text | string
  /** What the form begins with. */
  values: V
  save: Save<V>
  onClose: () => void
  /** The record whose history can be looked at. */
  history?: HistoryOf | undefined
  /** Reads the record again after someone else changed it. */
  reload?: () => unknown
  /** Why it is only looked at. */
  whyNot?: Text | undefined
  children: ReactNode
}

/** A form of its own with save and cancel: the inside of drawer and dialog. */
function useFrame<V extends object>({
  open,
  values,
  save,
  onClose,
  reload,
  whyNot,
}: Omit<FormFrameProps<V>, 'title' | 'children' | 'history'>) {
  const say = useSay()
  const [form] = Form.useForm()
  const [touched, setTouched] = useState(false)
  const begun = useRef<V>(undefined)
  const saving = useFormSave<V>(form, reload)
  const forbidden = useWithheld()(save.command.call)
  const withheld = forbidden ?? whyNot
  // A frame that opens begins afresh with its values, before it is seen: fields are drawn anew, and a press on them would be lost.
  useLayoutEffect(() => {
    if (!open) return
    form.resetFields()
    form.setFieldsValue(values)
    setTouched(false)
    begun.current = values
    saving.begin()
  }, [open, form])
  const submit = async () => {
    if (!withheld && !saving.pending && (await saving.save(save))) onClose()
  }
  const leave = async () => {
    const unsaved = {
      title: text('有未保存的修改', 'There are unsaved changes'),
      ok: text('放弃修改', 'Discard'),
      cancel: text('继续编辑', 'Keep editing'),
      danger: true,
    }
    // A cell that was entered and left as it was is no change.
    const changed = touched && !sameValues(form.getFieldsValue(true), begun.current)
    if (!changed || (await confirm(unsaved))) onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (!event.ctrlKey && !event.metaKey && !isOnlyField(event.target, event.currentTarget)) return
    event.preventDefault()
    void submit()
  }
  const title = say(save.title ?? text('保存', 'Save'))
  const foot = (
    <div className="qt-foot">
      {/* Its name stays while the icon of loading, which has a name of its own, comes and goes. */}
      <Explained why={withheld}>
        <Button
          type="primary"
          loading={saving.pending}
          disabled={withheld !== undefined}
          title="Ctrl+Enter"
          aria-label={title}
          onClick={() => void submit()}
        >
          {title}
        </Button>
      </Explained>
      <Button onClick={() => void leave()}>{say(text('取消', 'Cancel'))}</Button>
    </div>
  )
  const wrap = (children: ReactNode) => (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to Enter of the fields inside
    <div onKeyDown={onKeyDown}>
      <FormFailure value={saving.failure}>
        <Form
          form={form}
          layout="vertical"
          disabled={withheld !== undefined}
          initialValues={values}
          onValuesChange={changed => {
            setTouched(true)
            forgetErrors(form, changed)
          }}
        >
          <div className="qt-form-column">
            <Contained>{children}</Contained>
          </div>
        </Form>
      </FormFailure>
    </div>
  )
  return { foot, wrap, leave }
}

/** One line alone to be filled in: Enter sends it, as people expect. In a choice or a date it takes what is typed. */
const isOnlyField = (target: EventTarget, form: Element): boolean =>
  target instanceof HTMLInputElement &&
  target.role !== 'combobox' &&
  target.closest('.ant-picker') === null &&
  form.querySelectorAll('input, textarea, [role=grid]').length === 1

/** A form in a drawer of 480 px beside the list. */
export function FormDrawer<V extends object>({ title, children, history, ...rest }: FormFrameProps<V>) {
  const language = useLanguage()
  const { foot, wrap, leave } = useFrame(rest)
  return (
    <Drawer
      open={rest.open}
      title={written(title, language)}
      onClose={() => void leave()}
      size={drawerWidth}
      maskClosable={false}
      footer={foot}
      extra={history ? <HistoryButton key={history.id} {...history} /> : null}
    >
      {wrap(children)}
    </Drawer>
  )
}
/** px; room for line items. */
const wideDialog = 960
/** Room for line items of many columns. */
const widestDialog = 'min(1360px, calc(100vw - 48px))'

/** A form in a dialog: small, or `wide` for line items; `widest` where these have many columns. */
export function DialogForm<V extends object>({
  title,
  children,
  wide = false,
  widest = false,
  history,
  ...rest
}: FormFrameProps<V> & { wide?: boolean; widest?: boolean }) {
  const language = useLanguage()
  const { foot, wrap, leave } = useFrame(rest)
  return (
    <Modal
      open={rest.open}
      title={written(title, language)}
      onCancel={() => void leave()}
      mask={{ closable: false }}
      {...(widest ? { width: widestDialog } : wide ? { width: wideDialog } : {})}
      footer={
        history ? (
          <div className="qt-foot-sides">
            {foot}
            <HistoryButton key={history.id} {...history} />
          </div>
        ) : (
          foot
        )
      }
    >
      {wrap(children)}
    </Modal>
  )
}
