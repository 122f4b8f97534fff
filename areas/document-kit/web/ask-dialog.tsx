import type { AnyCall } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { GoodsLines } from '@qitao/masterdata/web'
import { refreshAnd, useCall, useDocument } from '@qitao/platform/web/call/use-call.ts'
import { type Save, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useState } from 'react'
import type { LinedDocument } from '../model/document.ts'
import { rowOf } from './any-row.ts'
import type { Asked, Taken } from './asked.ts'

interface AskDialogProps<D extends LinedDocument, C extends AnyCall, L extends object, A extends AnyCall> {
  of: D
  call: C
  asked: Asked<D, C, L, A>
  action: string
  id: string
  refreshes: readonly AnyCall[]
  onClose: () => void
}
type AskForm<L> = Readonly<Record<string, unknown>> & { readonly lines: readonly L[] }

/** What an action of one document asks for, in a dialog; it is sent with the version that is shown. */
export function AskDialog<D extends LinedDocument, C extends AnyCall, L extends object, A extends AnyCall>({
  of,
  call,
  asked: { also, lines, fields, note, facts, ok, done },
  action,
  id,
  refreshes: beyond,
  onClose,
}: AskDialogProps<D, C, L, A>) {
  const say = useSay()
  const [needed, setNeeded] = useState<readonly string[]>([])
  const { calls, statuses } = of
  const refreshes = [calls.list, calls.count, calls.detail, ...beyond]
  const found = useDocument(calls.detail, { id })
  const beside = useCall<AnyCall>(also?.call ?? calls.detail, also ? also.input(id) : null)
  const taken: Taken<D> | undefined = found.data
  const command = useCommand<AnyCall>(call, {
    refreshes,
    done: (_, input) => {
      if (taken) done?.(input, taken)
    },
  })
  if (!taken || (also && !beside.data)) return null
  const { record } = taken
  const { no, row_version } = rowOf(record)
  const { zh, en } = statuses.actions[action]!
  const words = text(zh, en.charAt(0).toUpperCase() + en.slice(1))
  const rows = lines?.rows(taken, beside.data) ?? []
  const values = fields && (fields.when?.(record) ?? true) ? fields.values : {}
  const some = fields?.some ?? {}
  const names = Object.keys(values).filter(
    name => needed.includes(name) || (some[name]?.(record, command.failure) ?? true),
  )
  // What a refusal has asked for stays while it is tried again.
  const more = names.filter(name => some[name] && !needed.includes(name))
  if (more.length > 0) setNeeded([...needed, ...more])
  const save: Save<AskForm<L>> = {
    command,
    title: ok ?? words,
    input: form => ({
      ...{ id, row_version },
      ...Object.fromEntries(names.map(name => [name, form[name]])),
      ...(lines ? { lines: form.lines.flatMap(line => lines.given(line) ?? []) } : {}),
    }),
  }
  const first = !lines || fields?.first
  const written = names.map((name, index) => (
    <Field key={name} of={fields!.of} name={name} {...(first && index === 0 ? { autoFocus: true } : {})} />
  ))
  return (
    <DialogForm<AskForm<L>>
      open
      wide={lines !== undefined}
      title={text(`${words.zh} ${no}`, `${words.en} ${no}`)}
      values={{ ...values, lines: rows }}
      save={save}
      reload={refreshAnd(refreshes, onClose)}
      onClose={onClose}
    >
      {note ? <p className="qt-secondary">{say(note)}</p> : null}
      {facts?.(record)}
      {first ? written : null}
      {lines?.none && rows.length === 0 ? <p className="qt-secondary">{say(lines.none)}</p> : null}
      {lines && (rows.length > 0 || !lines.none) ? (
        <GoodsLines<L>
          name="lines"
          of={lines.of}
          blank={() => rows[0]!}
          columns={lines.columns}
          fixed={lines.fixed ?? false}
          {...(lines.change ? { change: lines.change } : {})}
        />
      ) : null}
      {first ? null : written}
    </DialogForm>
  )
}
