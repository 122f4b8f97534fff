import { whyApprovalOpen } from '@qitao/access/model/approval/approval.rules.ts'
import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { hasAttachments } from '@qitao/access/model/record/attachment.rules.ts'
import { AttachmentsSection } from '@qitao/access/web/record/attachments.tsx'
import type { In } from '@qitao/core/call.ts'
import { sum } from '@qitao/core/quantity.ts'
import type { Draft, RecordType } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import { GoodsLines } from '@qitao/masterdata/web'
import { useDocument } from '@qitao/platform/web/call/use-call.ts'
import { type Command, type Save, saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { CustomFieldsSection } from '@qitao/platform/web/form/custom-fields.tsx'
import { EditPage, useEditPayload } from '@qitao/platform/web/form/edit-page.tsx'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { newOf } from '@qitao/platform/web/form/new-of.ts'
import { useOnlyRead, WhileWritten } from '@qitao/platform/web/form/only-read.ts'
import type { PickedRow } from '@qitao/platform/web/form/pickers.ts'
import { Section } from '@qitao/platform/web/form/section.tsx'
import { useGoBack } from '@qitao/platform/web/frame/use-go-back.ts'
import type { LineColumn } from '@qitao/platform/web/lines/line-columns.ts'
import type { LineTableProps } from '@qitao/platform/web/lines/line-table.tsx'
import { type Act, act } from '@qitao/platform/web/list/act.ts'
import { recordCalls } from '@qitao/platform/web/list/record-parts.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { type Ask, confirm } from '@qitao/platform/web/show/confirm.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { Related } from '@qitao/platform/web/show/related.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { Alert, Form } from 'antd'
import type { ReactNode } from 'react'
import { actionCall, type DocumentLineRow, type DocumentRow, inBin, type LinedDocument } from '../model/document.ts'
import type { AnyRow } from './any-row.ts'
import { type DocumentActs, useDocumentActs } from './document-acts.tsx'
import { asSeen, submittedTo, useDocumentCommands } from './document-commands.ts'

export type HeadDraft<D extends LinedDocument> = Omit<
  Draft<In<D['calls']['add']>>,
  'lines' | 'submit' | 'attachment_ids'
>
type LineDraft<D extends LinedDocument> =
  Draft<In<D['calls']['add']>> extends { readonly lines?: readonly (infer L)[] | null } ? L : never
/** A line in the form: what is given of it, and what is shown beside. */
export type FormLine<D extends LinedDocument> = LineDraft<D> & Partial<DocumentLineRow<D>>

/** How one is changed that may not be altered any more. */
export interface DocumentChange extends Pick<Save<unknown>, 'title' | 'command'> {
  /** Fields of the head that stay. */
  readonly staying: readonly string[]
}

interface DocumentEditProps<D extends LinedDocument> {
  of: D
  /** `closed`: it is only read. */
  lineColumns: (closed: boolean, record?: DocumentRow<D>) => readonly LineColumn<FormLine<D>>[]
  linesTitle?: ReturnType<typeof text>
  /** What a new one begins with; other fields of the head are empty. `today`: when its day began. */
  blank: (today: Instant) => Partial<HeadDraft<D>>
  /** What a new line begins with; other fields of it are empty. */
  blankLine?: LineDraft<D>
  /** Lines of a new one, where it is known what it is of; one empty line else. */
  newLines?: readonly FormLine<D>[] | undefined
  /** What a copy has as a new one has it; the number it never shares. */
  notCopied?: readonly (keyof D['record']['fields'] & string)[]
  /** What is saved with a new one beside the form. */
  givenNew?: Partial<In<D['calls']['add']>>
  /** What follows from a change of a line: words of a picked record, amounts. */
  change?: (line: FormLine<D>, changed: string, picked?: PickedRow) => FormLine<D>
  /** A line that is shown, as the form begins with it: words of what it refers to. */
  shown?: (line: DocumentLineRow<D>) => Partial<FormLine<D>>
  /** Beside number and state; behind it stands the amount of the lines, where they have one. */
  heading?: (record: DocumentRow<D>) => ReactNode
  /** Said before somebody changes what was submitted. */
  submittedNote?: (record: DocumentRow<D>) => ReturnType<typeof text>
  /** What saves one that may not be altered any more: it takes what altering takes, and asks before it does it. */
  changes?: (record: DocumentRow<D>) => DocumentChange | undefined
  /** What is asked before these lines are submitted; undefined: nothing. */
  submitAsks?: (lines: readonly FormLine<D>[]) => Ask | undefined
  /** What is declared of it to be done beside the actions of its life. */
  acts?: DocumentActs<D>
  /** What only this page can do with it. */
  moreActs?: (record: DocumentRow<D>) => readonly Act[]
  /** Stands above the lines as long as they are written: what fills them. */
  fills?: ReactNode
  /** Sections behind the lines, of a document that is stored. */
  more?: (record: DocumentRow<D>, lines: readonly DocumentLineRow<D>[]) => ReactNode
}

/** A declared document in a form: its head, its own fields, its lines, its files; written as long as its state allows, then read. */
export const DocumentEdit = <D extends LinedDocument>(props: DocumentEditProps<D>) => (
  <AnyDocumentEdit {...(props as unknown as AnyEditProps)} />
)

interface AnyEditProps
  extends Omit<
    DocumentEditProps<LinedDocument>,
    | 'change'
    | 'shown'
    | 'blank'
    | 'blankLine'
    | 'newLines'
    | 'givenNew'
    | 'lineColumns'
    | 'heading'
    | 'submittedNote'
    | 'changes'
    | 'submitAsks'
    | 'acts'
    | 'moreActs'
    | 'more'
  > {
  blank: (today: Instant) => Values
  blankLine?: Values
  newLines?: readonly Values[] | undefined
  givenNew?: Values
  lineColumns: (closed: boolean, record?: AnyRecord) => readonly LineColumn<Values>[]
  change?: (line: Values, changed: string, picked?: PickedRow) => Values
  shown?: (line: Values) => Values
  heading?: (record: AnyRecord) => ReactNode
  submittedNote?: (record: AnyRecord) => ReturnType<typeof text>
  changes?: (record: AnyRecord) => DocumentChange | undefined
  submitAsks?: (lines: readonly Values[]) => Ask | undefined
  acts?: DocumentActs<LinedDocument>
  moreActs?: (record: AnyRecord) => readonly Act[]
  more?: (record: AnyRecord, lines: readonly Values[]) => ReactNode
}
type Values = Readonly<Record<string, unknown>>
type AnyRecord = Values & AnyRow
/** What the page is opened with: an id or a number, or the number of one to be copied; nothing for a new one. */
interface Payload {
  id?: string
  no?: string
  copyNo?: string
}
interface FormValues extends Values {
  readonly lines: readonly Values[]
}

function AnyDocumentEdit({
  of,
  lineColumns,
  linesTitle = text('明细', 'Lines'),
  blank,
  blankLine,
  newLines,
  notCopied = [],
  givenNew = {},
  change,
  shown,
  heading,
  submittedNote,
  changes,
  submitAsks,
  acts = {},
  moreActs,
  fills,
  more,
}: AnyEditProps) {
  const say = useSay()
  const dates = useOrgDate()
  const { id, no, copyNo } = useEditPayload<Payload>()
  const { calls, statuses, record: known, line, grave } = of
  const isStored = id !== undefined || no !== undefined
  const key = id !== undefined ? { id } : no !== undefined ? { no } : copyNo === undefined ? null : { no: copyNo }
  const found = useDocument(calls.detail, key)
  const data = found.data as { record: AnyRecord; lines: readonly Values[] } | undefined
  const record = isStored ? data?.record : undefined
  const refreshes = [calls.list, calls.count, calls.detail, ...(acts.refreshes ?? [])]
  const add = useCommand(calls.add, { refreshes, success: submittedTo })
  const alter = useCommand(calls.alter, { refreshes })
  const commands = useDocumentCommands(of, refreshes, useGoBack())
  const declared = useDocumentActs(of, acts)
  const waits = record?.approval_status === approvalStatus.codes.pending
  const changing = record && changes?.(record)
  const closed =
    record &&
    (record.deleted
      ? inBin
      : waits
        ? whyApprovalOpen(record.waits_for ?? [])
        : changing
          ? undefined
          : statuses.whyNot('alter', record.status))
  const written = Object.keys(known.input.shape)
  const writtenOfLine = Object.keys(line.input.shape)
  const fields = written.filter(name => known.fields[name]?.kind !== 'list')
  const onWire = new Set([...written, 'attachment_ids'])
  const onWireOfLine = new Set(['id', ...writtenOfLine])
  const wire = ({ lines, ...head }: FormValues) => ({
    ...Object.fromEntries(Object.entries(head).filter(([name]) => onWire.has(name))),
    lines: lines.map(one => Object.fromEntries(Object.entries(one).filter(([name]) => onWireOfLine.has(name)))),
  })
  const newWire = (form: FormValues) => ({ ...givenNew, ...wire(form) })
  const emptyLine = { ...Object.fromEntries(writtenOfLine.map(name => [name, null])), ...blankLine }
  const values = (): FormValues | undefined => {
    const fresh = { ...Object.fromEntries(fields.map(name => [name, null])), ...blank(dates.startOfDay(dates.today())) }
    if (!key) return { ...fresh, lines: newLines?.length ? newLines : [{ ...emptyLine }] }
    if (!data) return undefined
    const head = Object.fromEntries(
      Object.entries(data.record).filter(([name]) => onWire.has(name) || /_(name|code|no)$/.test(name)),
    )
    const lines = data.lines.map(one => ({ ...one, ...goodsWords(one), ...shown?.(one) }))
    if (isStored) return { ...head, lines }
    const anew = Object.fromEntries(['no', ...notCopied].map(name => [name, (fresh as Values)[name]]))
    return { ...head, ...anew, lines: lines.map(({ id: _, ...one }: Values) => one) }
  }
  const submits = of.bulk.includes('submit')
  const isSubmitted = record !== undefined && record.status !== statuses.list[0]!.code
  return (
    <>
      <EditPage<FormValues>
        values={values()}
        load={found}
        readOnly={closed ?? false}
        history={record && { of: known, id: record.id }}
        saves={
          isStored
            ? [
                saveWith(
                  changing?.command ?? alter,
                  (form: FormValues) => ({ ...wire(form), id: record!.id, row_version: record!.row_version }),
                  changing?.title,
                ),
              ]
            : [
                ...(submits
                  ? [
                      saveWith(
                        asking(add, submitAsks),
                        (form: FormValues) => ({ ...newWire(form), submit: true }),
                        text('保存并提交', 'Save and submit'),
                        actionCall(of, 'submit'),
                      ),
                    ]
                  : []),
                saveWith(add, newWire, submits ? text('保存草稿', 'Save draft') : undefined),
              ]
        }
        actions={
          record && !waits && !record.deleted
            ? [
                ...of.bulk
                  // To take a document away is for the list: beside the button that leaves the page it would be taken for that.
                  .filter(name => !(name in grave))
                  .map(name =>
                    act(
                      statuses,
                      name,
                      record.status,
                      commands[name]!.with(asSeen(of, name, [record])),
                      name === 'submit' ? { ask: submitAsks?.(data?.lines ?? []) } : {},
                    ),
                  ),
                ...declared.first(record),
                ...(moreActs?.(record) ?? []),
                ...declared.behind(record),
              ]
            : []
        }
        heading={
          record ? (
            <>
              <strong>{record.no}</strong> <StatusTag of={statuses.stateOf(record.status)} />{' '}
              {record.approval_status ? <StatusTag of={approvalStatus.stateOf(record.approval_status)} /> : null}{' '}
              {heading?.(record)} {'amount' in line.fields ? <AmountOfLines /> : null}
            </>
          ) : isStored ? null : (
            <strong>{say(newOf(known))}</strong>
          )
        }
      >
        {record && isSubmitted && submittedNote ? (
          <WhileWritten>
            <Alert type="warning" showIcon title={say(submittedNote(record))} className="qt-edit-note" />
          </WhileWritten>
        ) : null}
        <Section title={text('基本信息', 'Basics')}>
          <HeadFields of={known} names={fields} staying={changing?.staying ?? []} />
        </Section>
        <CustomFieldsSection of={known} />
        <WhileWritten>{fills}</WhileWritten>
        <Lines
          name="lines"
          of={line}
          title={linesTitle}
          blank={() => ({ ...emptyLine })}
          most={of.most}
          columns={onlyRead => lineColumns(onlyRead, record)}
          {...(change ? { change } : {})}
        />
        {record ? more?.(record, data?.lines ?? []) : null}
        {record && known.name in recordCalls().kinds ? <Related kind={known.name} id={record.id} /> : null}
        {hasAttachments(known.name) ? (
          <AttachmentsSection module={known.name} objectId={record?.id} readOnly={waits || record?.deleted === true} />
        ) : null}
      </EditPage>
      {declared.dialogs}
    </>
  )
}

/** What a document takes from the partner that is chosen, as long as nobody has typed another. */
const termsOfPartner = ['currency', 'tax_rate'] as const

function HeadFields({
  of: known,
  names,
  staying,
}: {
  of: RecordType
  names: readonly string[]
  staying: readonly string[]
}) {
  const form = Form.useFormInstance()
  const onPick = (_: unknown, picked: PickedRow | undefined) => {
    // In the form, so that it is known again where the form is left and found again.
    const filled: Values = form.getFieldValue('_filled') ?? {}
    const next: Record<string, unknown> = { ...filled }
    for (const name of termsOfPartner) {
      if (!picked || !(name in picked) || !(name in known.fields)) continue
      const now = form.getFieldValue(name) ?? null
      if (now !== (filled[name] ?? null)) continue
      next[name] = picked[name] ?? null
      form.setFieldValue(name, picked[name] ?? null)
    }
    form.setFieldValue('_filled', next)
  }
  return names.map(name => (
    <Field
      key={name}
      of={known}
      name={name}
      wide={known.fields[name]?.kind === 'remark'}
      {...(known.fields[name]?.kind === 'reference' ? { onPick } : {})}
      {...(staying.includes(name) ? { disabled: true } : {})}
    />
  ))
}

/** Goods are called by code and name, as when they were picked. */
const goodsWords = ({ material_code: code, material_name: name }: Values): Values =>
  typeof code === 'string' ? { _material_id: `${code} ${name}` } : {}

/** The command, behind a question about the lines that are sent. */
const asking = (command: Command, asks: AnyEditProps['submitAsks']): Command => ({
  ...command,
  attempt: async (input, intention) => {
    const ask = asks?.((input as unknown as FormValues).lines)
    return ask && !(await confirm(ask)) ? { ok: false, failure: undefined } : command.attempt(input, intention)
  },
})

interface LinesProps extends Omit<LineTableProps<Values>, 'columns'> {
  columns: (onlyRead: boolean) => readonly LineColumn<Values>[]
}
/** Who only reads sees what became of the lines, in place of what helps to write them. */
function Lines({ columns, ...rest }: LinesProps) {
  return <GoodsLines<Values> {...rest} columns={columns(useOnlyRead())} />
}

/** What the lines come to, as they stand in the form. */
function AmountOfLines() {
  const lines = (Form.useWatch('lines') ?? []) as readonly { amount?: string | null }[]
  const currency = Form.useWatch('currency') as string | null | undefined
  return <Quantity value={sum(lines.flatMap(({ amount }) => amount ?? []))} unit={currency} decimals={2} />
}
