import { ArrowLeftOutlined } from '@ant-design/icons'
import { type Text, text } from '@qitao/core/text.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Alert, Button, Form, Tag } from 'antd'
import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { CallFailure } from '../call/failures.ts'
import { Explained } from '../call/throttle-button.tsx'
import { Steady } from '../call/use-call.ts'
import type { Save } from '../call/use-command.ts'
import { useHotkeys } from '../frame/hotkeys.ts'
import { previousPage } from '../frame/navigation.ts'
import { useGoBack } from '../frame/use-go-back.ts'
import type { Act } from '../list/act.ts'
import { ActButton } from '../list/act-button.tsx'
import { useSay } from '../session/language.ts'
import { useWithheld } from '../session/rights.ts'
import { ErrorState } from '../show/error-state.tsx'
import { HistoryButton, type HistoryOf } from '../show/history.tsx'
import { FormSkeleton } from '../show/skeleton.tsx'
import { dropKeptAt, keepForm, keptAt, keptForms, takeForm } from './kept-forms.ts'
import { useUnsavedGuard } from './unsaved-guard.ts'
import { FormFailure, forgetErrors, useFormSave } from './use-form-save.ts'

/** The opened payload of the edit page around; see `openEdit`. */
export const EditPayload = createContext<Readonly<Record<string, unknown>>>({})
export const useEditPayload = <P extends object>(): P => useContext(EditPayload) as P

const resumedTexts = {
  asItWas: text('已恢复您离开前未保存的内容', 'What you had not saved when you left is here again'),
  changedSince: text(
    '已恢复您离开前未保存的内容；此后有人修改过这条数据，保存会覆盖其修改',
    'What you had not saved is here again. Someone has changed this since: saving overwrites that',
  ),
  closed: text(
    '您离开后这条数据已不能修改，未保存的内容没有恢复',
    'It may not be changed any more since you left: what you had not saved is gone',
  ),
}

interface EditPageProps<V extends object> {
  /** Undefined while they are loaded. */
  values: V | undefined
  /** The call that gives the values: its failure is shown, and a stale version is read again. */
  load?: UseQueryResult<unknown, CallFailure>
  /** The first is the primary button and Ctrl+Enter. */
  saves: readonly Save<V>[]
  heading?: ReactNode
  actions?: readonly Act[]
  /** Why it cannot be changed. */
  readOnly?: Text | false | undefined
  /** The record whose history can be looked at. */
  history?: HistoryOf | undefined
  /** Stays on the page after saving. */
  stay?: boolean
  children: ReactNode
}

/** A document in a form: opened with `openEdit`, saved back to the page it came from. */
export function EditPage<V extends object>({
  values,
  load,
  saves,
  heading,
  actions = [],
  readOnly: closed = false,
  history,
  stay = false,
  children,
}: EditPageProps<V>) {
  const withheld = useWithheld()
  const whyNot = (one: Save<V>) => withheld(one.command.call) ?? withheld(one.needs)
  // Whoever may save it in no way only reads.
  const readOnly = closed || (saves.every(one => whyNot(one)) && saves[0] && whyNot(saves[0]))
  const say = useSay()
  const [form] = Form.useForm()
  const [changed, setChanged] = useState(false)
  const { pathname, search } = useLocation()
  const address = keptAt(pathname, useContext(EditPayload))
  const guard = useUnsavedGuard(changed && !readOnly, { keeps: true })
  // Said as long as the form holds what was written before its page was left.
  const [resumed, setResumed] = useState<keyof typeof resumedTexts>()
  const holdsChanges = useContext(Steady)
  useEffect(() => holdsChanges?.set(changed), [changed, holdsChanges])
  const filled = useRef<V>(undefined)
  const { save, failure, pending, asking, resume } = useFormSave<V>(
    form,
    load &&
      (async () => {
        const fresh = await load.refetch()
        if (fresh.data) giveUp()
        filled.current = undefined
      }),
  )
  // What was left here meets the record of now, however young the answer from before is.
  const [isLeft] = useState(() => keptForms.get().has(address))
  const isAsked = useRef(false)
  useEffect(() => {
    if (!isLeft || !load || isAsked.current) return
    isAsked.current = true
    void load.refetch()
  }, [isLeft, load])
  // A cached answer may be old: the form begins with the fresh one.
  const waits = load !== undefined && (load.isFetching || isLeft) && !load.isFetchedAfterMount
  // Values arrive, or are read again; what someone has typed since is never thrown away by a background refresh.
  useEffect(() => {
    if (values === undefined || waits || (filled.current !== undefined && changed) || filled.current === values) return
    const kept = filled.current === undefined ? takeForm(address) : undefined
    filled.current = values
    form.setFieldsValue(readOnly ? values : (kept?.values ?? values))
    if (!kept) return
    if (readOnly) return setResumed('closed')
    resume(kept.asking)
    setChanged(true)
    setResumed(!load || kept.loaded === JSON.stringify(values) ? 'asItWas' : 'changedSince')
  }, [values, changed, form, waits, address, readOnly, resume, load])
  const giveUp = () => {
    setChanged(false)
    setResumed(undefined)
  }
  const keep = useRef(() => {})
  keep.current = () => {
    if (!changed || readOnly || guard.isReleased()) return
    keepForm(address, {
      values: form.getFieldsValue(true) as object,
      search,
      loaded: JSON.stringify(filled.current),
      asking: asking(),
    })
  }
  // Before its fields are gone.
  useLayoutEffect(() => () => keep.current(), [])

  const back = useGoBack()
  const submit = async (one: Save<V>) => {
    if (pending || readOnly || whyNot(one) || !(await save(one))) return
    if (!stay) guard.release()
    dropKeptAt(address)
    giveUp()
    if (stay) await load?.refetch()
    else back()
  }
  useHotkeys({ 'mod+enter': () => saves[0] && void submit(saves[0]), 'mod+s': () => saves[0] && void submit(saves[0]) })
  const prevTitle = new URLSearchParams(search).get('prevTitle')

  if (load?.error && values === undefined) return <ErrorState failure={load.error} retry={load.refetch} />
  if (values === undefined || waits) return <FormSkeleton />
  return (
    <FormFailure value={failure}>
      <Form
        form={form}
        layout="vertical"
        initialValues={values}
        disabled={Boolean(readOnly)}
        requiredMark
        className="qt-edit"
        onValuesChange={given => {
          setChanged(true)
          forgetErrors(form, given)
        }}
      >
        <header className="qt-edit-head">
          {previousPage(search) ? (
            <Button type="text" size="small" disabled={false} icon={<ArrowLeftOutlined aria-hidden />} onClick={back}>
              {prevTitle ?? say(text('返回', 'Back'))}
            </Button>
          ) : null}
          <div className="qt-edit-heading">
            {heading} {readOnly ? <Tag>{say(text('只读', 'Read only'))}</Tag> : null}
          </div>
          {history ? <HistoryButton {...history} /> : null}
        </header>
        {readOnly ? <Alert type="info" showIcon title={say(readOnly)} className="qt-edit-note" /> : null}
        {resumed ? (
          <Alert
            type={resumed === 'asItWas' ? 'info' : 'warning'}
            showIcon
            className="qt-edit-note"
            title={say(resumedTexts[resumed])}
            action={
              resumed === 'closed' ? null : (
                <Button
                  size="small"
                  onClick={() => {
                    form.resetFields()
                    form.setFieldsValue(values)
                    giveUp()
                  }}
                >
                  {say(text('放弃未保存的内容', 'Discard it'))}
                </Button>
              )
            }
          />
        ) : null}
        <div className="qt-edit-body">{children}</div>
        <footer className="qt-edit-foot">
          {readOnly
            ? null
            : saves.map((one, index) => (
                <Explained key={one.title?.zh ?? 'save'} why={whyNot(one)}>
                  <Button
                    type={index === 0 ? 'primary' : 'default'}
                    loading={one.command.pending}
                    disabled={pending || whyNot(one) !== undefined}
                    title={index === 0 ? 'Ctrl+Enter' : ''}
                    aria-label={say(one.title ?? text('保存', 'Save'))}
                    onClick={() => void submit(one)}
                  >
                    {say(one.title ?? text('保存', 'Save'))}
                  </Button>
                </Explained>
              ))}
          <Button disabled={false} onClick={back}>
            {say(readOnly ? text('返回', 'Back') : text('取消', 'Cancel'))}
          </Button>
          <span className="qt-edit-acts">
            {actions.map(one => (
              <ActButton key={one.title.zh} act={one} />
            ))}
          </span>
        </footer>
      </Form>
    </FormFailure>
  )
}
