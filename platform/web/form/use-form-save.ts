import { generalErrors } from '@qitao/core/general.errors.ts'
import { text } from '@qitao/core/text.ts'
import type { FormInstance } from 'antd'
import { createContext, useContext, useRef, useState } from 'react'
import { CallFailure, failureText, isFailure } from '../call/failures.ts'
import { type AskedInVain, asBefore, type Intention, newIntention } from '../call/idempotency.ts'
import type { Save } from '../call/use-command.ts'
import { preferences } from '../session/preferences.ts'
import { confirm } from '../show/confirm.tsx'

/** The last refusal of the form around, so that line items can mark their cell. */
export const FormFailure = createContext<CallFailure | null>(null)
export const useFormFailure = (): CallFailure | null => useContext(FormFailure)

/** What a form is asking, across its attempts. */
export interface Asking {
  readonly intention: Intention
  inVain: AskedInVain | undefined
}

interface FormSave<V> {
  save(save: Save<V>): Promise<boolean>
  readonly failure: CallFailure | null
  readonly pending: boolean
  /** A form that opens again asks something else than before. */
  begin(): void
  /** What it is asking: for a form that goes on later where this one was left. */
  asking(): Asking
  resume(asking: Asking): void
}

/** Saves what an antd form holds: checks, sends, marks the refused field, and asks what to do with a stale version. */
export function useFormSave<V>(form: FormInstance, reload: (() => unknown) | undefined): FormSave<V> {
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const [pending, setPending] = useState(false)
  const current = useRef<Asking>(undefined)
  const asking = () => (current.current ??= { intention: newIntention(), inVain: undefined })

  const save = async ({ command, input, title }: Save<V>): Promise<boolean> => {
    try {
      await form.validateFields()
    } catch (problem) {
      const first = (problem as { errorFields?: { name: (string | number)[] }[] }).errorFields?.[0]
      if (!first) throw problem
      form.scrollToField(first.name, { block: 'center' })
      form.getFieldInstance(first.name)?.focus?.()
      return false
    }
    setFailure(null)
    setPending(true)
    // Values without a field of their own, as row ids inside line items, are the page's to add.
    const values = withoutMarks(form.getFieldsValue()) as V
    // Which of its buttons, too: to save a draft is not to submit it.
    const written = JSON.stringify([title?.zh, values])
    const now = asking()
    const asked = asBefore(now.inVain, written, () => input(values))
    const result = await command.attempt(asked, now.intention).finally(() => setPending(false))
    now.inVain = !result.ok && result.failure?.unanswered ? { written, input: asked } : undefined
    if (result.ok) return true
    if (!result.failure) return false
    setFailure(result.failure)
    mark(form, result.failure)
    if (isFailure(result.failure, generalErrors.versionConflict) && reload) await offerReload(reload)
    return false
  }
  const begin = () => {
    current.current = undefined
  }
  const resume = (before: Asking) => {
    current.current = before
  }
  return { save, failure, pending, begin, asking, resume }
}

/** Keys that line tables put on their rows for themselves begin with an underscore. */
function withoutMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMarks)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !key.startsWith('_'))
      .map(([key, inner]) => [key, withoutMarks(inner)]),
  )
}

function mark(form: FormInstance, failure: CallFailure): void {
  const { field, row } = failure.data
  // A field of the company's own stands inside `custom`.
  const place = field?.split('.') ?? []
  if (!field || row !== undefined || !isIn(form.getFieldsValue(), place)) return
  // At the field itself its name need not be repeated.
  const here = new CallFailure(
    failure.kind,
    failure.code,
    { ...failure.data, field_title: undefined },
    failure.serverMessage,
  )
  form.setFields([{ name: place, errors: [failureText(here, preferences.get().language)] }])
  form.scrollToField(place, { block: 'center' })
}

/** A message says nothing of what its field holds now. */
export function forgetErrors(form: FormInstance, changed: object): void {
  const told = form.getFieldsError().filter(({ name, errors }) => errors.length > 0 && isIn(changed, name.map(String)))
  if (told.length > 0) form.setFields(told.map(({ name }) => ({ name, errors: [] })))
}

const isIn = (values: unknown, [first, ...rest]: readonly string[]): boolean => {
  if (typeof values !== 'object' || values === null || first === undefined || !(first in values)) return false
  return rest.length === 0 || isIn((values as Record<string, unknown>)[first], rest)
}

async function offerReload(reload: () => unknown): Promise<void> {
  const yes = await confirm({
    title: text('数据已被他人修改', 'Someone else has changed this'),
    detail: text(
      '重新载入会丢弃您在本页尚未保存的修改；也可以先留在本页，抄下修改后再载入。',
      'Loading it again drops what you have not saved here. You may also stay and note your changes first.',
    ),
    ok: text('重新载入', 'Load again'),
    cancel: text('留在本页', 'Stay here'),
  })
  if (yes) await reload()
}
