import { WaitingAttachments } from '@qitao/access/web/record/attachments.tsx'
import { text } from '@qitao/core/text.ts'
import { refreshAnd, useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { CustomFields } from '@qitao/platform/web/form/custom-fields.tsx'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { FormDrawer } from '@qitao/platform/web/form/form-drawer.tsx'
import { newOf } from '@qitao/platform/web/form/new-of.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Form } from 'antd'
import { nextVersion } from '../../model/bom/bom.rules.ts'
import type { VersionRow } from '../../model/document/file-version.calls.ts'
import { fileVersionStatus } from '../../model/document/file-version.status.ts'
import { type FileVersionKind, firstVersion, nameOf, numberOf } from './file-version.kind.ts'

/** `new`: of another number; `version`: the next one of the row's number; `edit`: the row itself. */
export type Edited =
  | { readonly what: 'new'; readonly values?: Readonly<Record<string, unknown>> }
  | { readonly what: 'version' | 'edit'; readonly row: VersionRow }

type Values = Record<string, unknown> & { attachment_ids?: string[] }
/** Fixed once a version was released. */
const fixed = new Set(['drawing_no', 'document_no', 'name', 'version'])

/** A version in a form: its file, its number, and what it is about. */
export function FileVersionDrawer({
  kind,
  edited,
  onClose,
}: {
  kind: FileVersionKind
  edited: Edited
  onClose: () => void
}) {
  const say = useSay()
  const { calls, record, no } = kind
  const row = edited.what === 'new' ? undefined : edited.row
  const refreshes = [calls.list, calls.detail]
  const add = useCommand(calls.add, { refreshes })
  const alter = useCommand(calls.alter, { refreshes })
  const versions = useCall(calls.list, edited.what === 'version' ? { no: numberOf(edited.row), page_size: -1 } : null)
  if (edited.what === 'version' && !versions.data) return null
  const taken = versions.data?.result ?? []
  const old = edited.what === 'edit' ? edited.row : undefined
  const isDraft = !old || fileVersionStatus.can('replace', old.status)
  const begins: Values = {
    ...(row ? pick(row, [...kind.fields, 'custom']) : {}),
    ...(edited.what === 'new' ? { version: firstVersion, ...edited.values } : {}),
    ...(edited.what === 'version' ? { version: nextVersion(taken.map(one => one.version)), change_note: null } : {}),
  }
  const wire = ({ attachment_ids, ...values }: Values) => ({
    ...pick(values, [...kind.fields, 'custom']),
    ...(attachment_ids?.[0] === undefined ? {} : { attachment_id: attachment_ids[0] }),
  })
  const save = old
    ? saveWith(alter, (values: Values) => ({ ...wire(values), id: old.id, row_version: old.row_version }))
    : saveWith(add, (values: Values) => wire(values))
  return (
    <FormDrawer<Values>
      open
      title={titleOf(kind, edited)}
      values={begins}
      save={save}
      reload={refreshAnd([calls.list, calls.detail], onClose)}
      onClose={onClose}
      history={old && { of: record, id: old.id }}
    >
      {isDraft ? (
        <Form.Item
          name="attachment_ids"
          label={say(old ? text('换文件', 'Replace the file') : text('文件', 'File'))}
          required={!old}
          rules={[
            {
              validator: async (_, ids: unknown) => {
                if (!old && !(Array.isArray(ids) && ids.length > 0))
                  throw new Error(say(text('请上传文件', 'Upload the file')))
              },
            },
          ]}
          {...(old ? { extra: say(text('当前文件：{file}', 'Now: {file}'), { file: old.file_name }) } : {})}
        >
          <WaitingAttachments module={record.name} />
        </Form.Item>
      ) : null}
      {kind.fields.map(name => (
        <Field
          key={name}
          of={record}
          name={name}
          disabled={(fixed.has(name) && !isDraft) || (name === no && edited.what === 'version')}
        />
      ))}
      <CustomFields of={record} />
    </FormDrawer>
  )
}
const pick = (from: object, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)))

function titleOf({ record }: FileVersionKind, edited: Edited) {
  const { zh, en } = record.title
  switch (edited.what) {
    case 'new':
      return newOf(record)
    case 'version':
      return text(`${zh} ${numberOf(edited.row)} 新版本`, `${en} ${numberOf(edited.row)}: new version`)
    case 'edit':
      return text(`${zh} ${nameOf(edited.row)}`, `${en} ${nameOf(edited.row)}`)
  }
}
