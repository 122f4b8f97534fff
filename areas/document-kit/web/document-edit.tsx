import { whyApprovalOpen } from '@qitao/access/model/approval/approval.rules.ts'
import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { attachmentOwners } from '@qitao/access/model/record/attachment.rules.ts'
import { AttachmentsSection } from '@qitao/access/web/record/attachments.tsx'
import type { AnyCall, In } from '@qitao/core/call.ts'
import type { Draft } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { useDocument } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { CustomFieldsSection } from '@qitao/platform/web/form/custom-fields.tsx'
import { EditPage, useEditPayload } from '@qitao/platform/web/form/edit-page.tsx'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { newOf } from '@qitao/platform/web/form/new-of.ts'
import type { PickedRow } from '@qitao/platform/web/form/pickers.ts'
import { Section } from '@qitao/platform/web/form/section.tsx'
import { useGoBack } from '@qitao/platform/web/frame/use-go-back.ts'
import type { LineColumn } from '@qitao/platform/web/lines/line-columns.ts'
import { LineTable } from '@qitao/platform/web/lines/line-table.tsx'
import { act } from '@qitao/platform/web/list/act.ts'
import { recordCalls } from '@qitao/platform/web/list/record-parts.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Related } from '@qitao/platform/web/show/related.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import type { ReactNode } from 'react'
import { actionCall, type DocumentLineRow, type DocumentRow, type LinedDocument } from '../model/document.ts'
import { useDocumentCommands } from './document-commands.ts'

type HeadDraft<D extends LinedDocument> = Omit<Draft<In<D['calls']['add']>>, 'lines' | 'submit' | 'attachment_ids'>
type LineDraft<D extends LinedDocument> =
  Draft<In<D['calls']['add']>> extends { readonly lines?: readonly (infer L)[] | null } ? L : never
/** A line in the form: what is given of it, and what is shown beside. */
export type FormLine<D extends LinedDocument> = LineDraft<D> & Partial<DocumentLineRow<D>>

interface DocumentEditProps<D extends LinedDocument> {
  of: D
  /** Fields of the head, in order. */
  fields: readonly (keyof D['record']['fields'] & string)[]
  /** `closed`: it is only read. */
  lineColumns: (closed: boolean) => readonly LineColumn<FormLine<D>>[]
  linesTitle?: ReturnType<typeof text>
  blank: HeadDraft<D>
  blankLine: LineDraft<D>
  /** What follows from a change of a line: words of a picked record, amounts. */
  change?: (line: FormLine<D>, changed: string, picked?: PickedRow) => FormLine<D>
  /** A line that is shown, as the form begins with it: words of what it refers to. */
  shown?: (line: DocumentLineRow<D>) => Partial<FormLine<D>>
  heading?: (record: DocumentRow<D>) => ReactNode
  /** Sections behind the lines, of a document that is stored. */
  more?: (record: DocumentRow<D>, lines: readonly DocumentLineRow<D>[]) => ReactNode
  refreshes?: readonly AnyCall[]
}

/** A declared document in a form: its head, its own fields, its lines, its files; written as long as its state allows, then read. */
export const DocumentEdit = <D extends LinedDocument>(props: DocumentEditProps<D>) => (
  <AnyDocumentEdit {...(props as unknown as AnyEditProps)} />
)

interface AnyEditProps
  extends Omit<
    DocumentEditProps<LinedDocument>,
    'change' | 'shown' | 'blank' | 'blankLine' | 'lineColumns' | 'heading' | 'more'
  > {
  blank: Values
  blankLine: Values
  lineColumns: (closed: boolean) => readonly LineColumn<Values>[]
  change?: (line: Values, changed: string, picked?: PickedRow) => Values
  shown?: (line: Values) => Values
  heading?: (record: AnyRecord) => ReactNode
  more?: (record: AnyRecord, lines: readonly Values[]) => ReactNode
}
type Values = Readonly<Record<string, unknown>>
interface AnyRecord extends Values {
  readonly id: string
  readonly no: string
  readonly row_version: number
  readonly status: number | string
  /** Of a document that is approved. */
  readonly approval_status?: 1 | 2 | 3 | 4 | null
  readonly waits_for?: readonly string[]
}
interface Form extends Values {
  readonly lines: readonly Values[]
}

function AnyDocumentEdit({
  of,
  fields,
  lineColumns,
  linesTitle = text('明细', 'Lines'),
  blank,
  blankLine,
  change,
  shown,
  heading,
  more,
  refreshes: others = [],
}: AnyEditProps) {
  const say = useSay()
  const { id } = useEditPayload<{ id?: string }>()
  const { calls, statuses, record: known, line, grave } = of
  const found = useDocument(calls.detail, id ? { id } : null)
  const data = found.data as { record: AnyRecord; lines: readonly Values[] } | undefined
  const record = data?.record
  const refreshes = [calls.list, calls.count, calls.detail, ...others]
  const add = useCommand(calls.add, { refreshes })
  const alter = useCommand(calls.alter, { refreshes })
  const commands = useDocumentCommands(of, refreshes, useGoBack())
  const waits = record?.approval_status === approvalStatus.codes.pending
  const closed = record && (waits ? whyApprovalOpen(record.waits_for ?? []) : statuses.whyNot('alter', record.status))
  const given = new Set(['id', ...Object.keys(line.input.shape)])
  const wire = ({ lines, ...head }: Form) => ({
    ...Object.fromEntries(
      Object.entries(head).filter(([name]) => name in known.input.shape || name === 'attachment_ids'),
    ),
    lines: lines.map(one => Object.fromEntries(Object.entries(one).filter(([name]) => given.has(name)))),
  })
  const values = (): Form | undefined => {
    if (!id) return { ...blank, lines: [{ ...blankLine }] }
    if (!data) return undefined
    const head = Object.entries(data.record).filter(
      ([name]) => name in known.input.shape || /_(name|code|no)$/.test(name),
    )
    return { ...Object.fromEntries(head), lines: data.lines.map(one => ({ ...one, ...shown?.(one) })) }
  }
  const submits = of.bulk.includes('submit')
  return (
    <EditPage<Form>
      values={values()}
      load={found}
      readOnly={closed ?? false}
      history={record && { of: known, id: record.id }}
      saves={
        id
          ? [saveWith(alter, (form: Form) => ({ ...wire(form), id, row_version: record!.row_version }))]
          : [
              ...(submits
                ? [
                    saveWith(
                      add,
                      (form: Form) => ({ ...wire(form), submit: true }),
                      text('保存并提交', 'Save and submit'),
                      actionCall(of, 'submit'),
                    ),
                  ]
                : []),
              saveWith(add, wire, submits ? text('保存草稿', 'Save draft') : undefined),
            ]
      }
      actions={
        record && !waits
          ? of.bulk
              // To take a document away is for the list: beside the button that leaves the page it would be taken for that.
              .filter(name => !(name in grave))
              .map(name => act(statuses, name, record.status, commands[name]!.with({ ids: [record.id] })))
          : []
      }
      heading={
        record ? (
          <>
            <strong>{record.no}</strong> <StatusTag of={statuses.stateOf(record.status)} />{' '}
            {record.approval_status ? <StatusTag of={approvalStatus.stateOf(record.approval_status)} /> : null}{' '}
            {heading?.(record)}
          </>
        ) : id ? null : (
          <strong>{say(newOf(known))}</strong>
        )
      }
    >
      <Section title={text('基本信息', 'Basics')}>
        {fields.map(name => (
          <Field key={name} of={known} name={name} wide={known.fields[name]?.kind === 'remark'} />
        ))}
      </Section>
      <CustomFieldsSection of={known} />
      <LineTable<Values>
        name="lines"
        of={line}
        title={linesTitle}
        blank={() => ({ ...blankLine })}
        readOnly={Boolean(closed)}
        most={of.most}
        columns={lineColumns(Boolean(closed))}
        {...(change ? { change } : {})}
      />
      {record ? more?.(record, data.lines) : null}
      {record && known.name in recordCalls().kinds ? <Related kind={known.name} id={record.id} /> : null}
      {Object.hasOwn(attachmentOwners, known.name) ? (
        <AttachmentsSection module={known.name} objectId={id} readOnly={waits} />
      ) : null}
    </EditPage>
  )
}
