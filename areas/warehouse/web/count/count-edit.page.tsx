import { text } from '@qitao/core/text.ts'
import { useDocument } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { EditPage, useEditPayload } from '@qitao/platform/web/form/edit-page.tsx'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { Section } from '@qitao/platform/web/form/section.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { Form } from 'antd'
import type { ComponentProps } from 'react'
import { countCalls } from '../../model/count/count.calls.ts'
import { inventoryCount } from '../../model/count/count.record.ts'
import { countStatus } from '../../model/count/count.status.ts'
import { countAnswers } from '../refreshes.ts'
import { CountSheet } from './count-sheet.tsx'
import { useCountActs } from './use-count-acts.ts'
import { ZonesSelect } from './zones-select.tsx'

const fields = [
  'no',
  'warehouse_id',
  'areas',
  'location_ids',
  'count_date',
  'recount_percent',
  'blind',
  'frozen',
  'remark',
] as const
interface CountForm {
  no: string | null
  warehouse_id: string | null
  areas: string[]
  location_ids: string[]
  count_date: number | null
  blind: boolean
  frozen: boolean
  recount_percent: number | null
  remark: string | null
}

/** A count: what is to be counted, and once it has begun the sheet on which it is written down. */
export default function CountEditPage() {
  const { id } = useEditPayload<{ id?: string }>()
  const dates = useOrgDate()
  const found = useDocument(countCalls.detail, id ? { id } : null)
  const add = useCommand(countCalls.add, { refreshes: countAnswers })
  const alter = useCommand(countCalls.alter, { refreshes: countAnswers })
  const acts = useCountActs()
  const record = found.data?.record
  if (record && record.status !== countStatus.codes.draft) return <CountSheet count={record} />
  const blank: CountForm = {
    ...{
      no: null,
      warehouse_id: null,
      areas: [],
      location_ids: [],
      blind: true,
      frozen: false,
      recount_percent: null,
      remark: null,
    },
    count_date: dates.startOfDay(dates.today()),
  }
  return (
    <EditPage<CountForm>
      values={id ? record : blank}
      load={found}
      history={record && { of: inventoryCount, id: record.id }}
      saves={
        record
          ? [
              saveWith(alter, (form: CountForm) => ({
                ...Object.fromEntries(fields.map(name => [name, form[name]])),
                id: record.id,
                row_version: record.row_version,
              })),
            ]
          : [saveWith(add, (form: CountForm) => Object.fromEntries(fields.map(name => [name, form[name]])))]
      }
      actions={record ? acts(record).filter(one => !one.danger) : []}
      heading={
        record && (
          <>
            <strong>{record.no}</strong> <StatusTag of={countStatus.stateOf(record.status)} />
          </>
        )
      }
    >
      <Section title={text('盘点范围', 'What is counted')}>
        {fields.map(name => (
          <Field
            key={name}
            of={inventoryCount}
            name={name}
            wide={name === 'remark' || name === 'location_ids' || name === 'areas'}
            {...(name === 'areas' ? { input: <ZonesOfForm /> } : {})}
            {...(name === 'warehouse_id' && record ? { known: record.warehouse_name } : {})}
          />
        ))}
      </Section>
    </EditPage>
  )
}

/** The field of the form hands its value and what changes it. */
function ZonesOfForm(given: Partial<Pick<ComponentProps<typeof ZonesSelect>, 'value' | 'onChange'>>) {
  const form = Form.useFormInstance()
  const warehouse_id = Form.useWatch('warehouse_id', form) as string | null | undefined
  return <ZonesSelect {...given} warehouse_id={warehouse_id} />
}
