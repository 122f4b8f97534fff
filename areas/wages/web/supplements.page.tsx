import { Attachments } from '@qitao/access/web/record/attachments.tsx'
import { referencesField } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import { DocumentList } from '@qitao/document-kit/web'
import { refreshAnd } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { FormDrawer } from '@qitao/platform/web/form/form-drawer.tsx'
import { newOf } from '@qitao/platform/web/form/new-of.ts'
import { NumberInput } from '@qitao/platform/web/form/number-input.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { Facts } from '@qitao/platform/web/show/facts.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { useState } from 'react'
import { addSupplements, type SupplementRow, supplementCalls, supplements } from '../model/supplement.calls.ts'
import { supplementSheet } from '../model/supplement.record.ts'
import { supplementKind, supplementStatus } from '../model/wages.status.ts'
import { WorkHours } from './work-time.tsx'

const refreshes = [supplementCalls.list, supplementCalls.count]

/** What is paid beside reports: written, approved, taken back. */
export default function SupplementsPage() {
  const [edited, setEdited] = useState<SupplementRow | 'new'>()
  return (
    <>
      <DocumentList
        of={supplements}
        edit={row => setEdited(row ?? 'new')}
        columns={[
          { name: 'no', width: 160 },
          { name: 'status', width: 100 },
          { name: 'approval_status', width: 100 },
          { name: 'sheet_date', width: 110 },
          { name: 'user_id', width: 120 },
          { name: 'kind', width: 100 },
          { name: 'process_id', width: 120 },
          { name: 'material_id', width: 170 },
          { name: 'quantity', width: 90 },
          {
            name: 'work_seconds',
            width: 90,
            render: ({ work_seconds }) => <WorkHours seconds={work_seconds} />,
          },
          { name: 'wage', width: 110 },
          { name: 'by_rate', width: 100, hidden: true },
          { name: 'reason', width: 160 },
          { name: 'period_no', title: text('工资期间', 'Wage period'), width: 110 },
        ]}
        hidden={['remark']}
        filters={['timestamp_range', 'user_id', 'kind', 'material_id']}
      />
      {edited ? (
        <SupplementDrawer {...(edited === 'new' ? {} : { old: edited })} onClose={() => setEdited(undefined)} />
      ) : null}
    </>
  )
}

interface SupplementForm {
  kind: number | null
  user_ids: string[]
  user_id: string | null
  user_name?: string
  sheet_date: number | null
  process_id: string | null
  process_name?: string | null
  material_id: string | null
  material_name?: string | null
  quantity: string | null
  work_seconds: number | null
  wage: string | null
  reason: string | null
  remark: string | null
}
const withPeople = {
  ...supplementSheet,
  fields: { ...supplementSheet.fields, user_ids: referencesField('人员', 'People', 'user', 200) },
}
const common = ['process_id', 'material_id', 'quantity', 'work_seconds', 'wage', 'reason', 'remark'] as const

/** A new entry may be the same for several people; each gets a supplement of his own. */
function SupplementDrawer({ old, onClose }: { old?: SupplementRow; onClose: () => void }) {
  const say = useSay()
  const dates = useOrgDate()
  const add = useCommand(addSupplements, { refreshes })
  const alter = useCommand(supplementCalls.alter, { refreshes })
  if (old && !supplementStatus.can('alter', old.status)) return <Shown row={old} onClose={onClose} />
  const entry = ({ kind, sheet_date, quantity, work_seconds, ...form }: SupplementForm) => ({
    ...{
      kind: kind as 1,
      sheet_date: sheet_date as number,
      quantity: quantity ?? '0',
      work_seconds: work_seconds ?? 0,
    },
    ...{ process_id: form.process_id, material_id: form.material_id, wage: form.wage || null },
    ...{ reason: form.reason ?? '', remark: form.remark },
  })
  const values: SupplementForm = old
    ? { ...old, user_ids: [], wage: old.by_rate ? null : old.wage }
    : {
        ...{ kind: supplementKind.codes.allowance, user_ids: [], user_id: null },
        ...{ sheet_date: dates.startOfDay(dates.today()), process_id: null, material_id: null },
        ...{ quantity: '0', work_seconds: 0, wage: null, reason: null, remark: null },
      }
  return (
    <FormDrawer<SupplementForm>
      open
      title={old ? text(`补报单 ${old.no}`, `Supplement ${old.no}`) : newOf(supplementSheet)}
      values={values}
      save={
        old
          ? saveWith(alter, (form: SupplementForm) => ({
              ...entry(form),
              user_id: form.user_id ?? '',
              id: old.id,
              row_version: old.row_version,
            }))
          : saveWith(add, (form: SupplementForm) => ({ ...entry(form), user_ids: form.user_ids }))
      }
      reload={refreshAnd(refreshes, onClose)}
      onClose={onClose}
      history={old && { of: supplementSheet, id: old.id }}
    >
      <Field of={supplementSheet} name="kind" autoFocus />
      {old ? <Field of={supplementSheet} name="user_id" /> : <Field of={withPeople} name="user_ids" />}
      <Field of={supplementSheet} name="sheet_date" />
      {common.map(name => (
        <Field key={name} of={supplementSheet} name={name} {...(name === 'work_seconds' ? { input: <Hours /> } : {})} />
      ))}
      <p className="qt-secondary">
        {say(
          text(
            '计件和计时补报的金额留空时，按当日的工资单价计算；单价更正后金额随之变化。',
            'The amount of pieces and hours may stay empty: the wage rate of that day makes it, also one that is corrected later.',
          ),
        )}
      </p>
      {old?.by_rate ? (
        <p className="qt-secondary">
          {say(text('目前按单价为 {wage}。', 'By the rate it is {wage} now.'), { wage: old.wage ?? '0' })}
        </p>
      ) : null}
      {old ? <Attachments module="supplement_sheet" objectId={old.id} /> : null}
    </FormDrawer>
  )
}

/** Hours to read and type; seconds are kept. */
function Hours({ value, onChange, id }: { value?: number | null; onChange?: (next: number) => void; id?: string }) {
  const say = useSay()
  const [typed, setTyped] = useState<string | null>(
    value ? String(Math.round((value / hourSeconds) * 100) / 100) : null,
  )
  return (
    <NumberInput
      {...(id ? { id } : {})}
      value={typed}
      decimals={2}
      unit={say(text('小时', 'h'))}
      onChange={next => {
        setTyped(next)
        onChange?.(Math.round(Number(next ?? 0) * hourSeconds))
      }}
    />
  )
}

function Shown({ row, onClose }: { row: SupplementRow; onClose: () => void }) {
  return (
    <DetailDrawer open title={row.no} onClose={onClose} history={{ of: supplementSheet, id: row.id }}>
      <Facts
        of={supplementSheet}
        row={row}
        names={[
          ...(['status', 'approval_status', 'kind', 'user_id', 'sheet_date', 'process_id', 'material_id'] as const),
          ...(['quantity', 'wage', 'by_rate', 'reason', 'remark'] as const),
        ]}
      />
      <Attachments module="supplement_sheet" objectId={row.id} readOnly />
    </DetailDrawer>
  )
}
