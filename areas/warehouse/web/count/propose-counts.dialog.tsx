import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { Section } from '@qitao/platform/web/form/section.tsx'
import { openEdit } from '@qitao/platform/web/frame/navigation.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { DayText } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { Form, Table } from 'antd'
import { useEffect } from 'react'
import { countCalls } from '../../model/count/count.calls.ts'
import { inventoryCount } from '../../model/count/count.record.ts'
import { abcClass } from '../../model/count/count-proposal.rules.ts'
import { countAnswers } from '../refreshes.ts'

interface ProposalForm {
  warehouse_id: string | null
  location_ids: string[]
  blind: boolean
  frozen: boolean
  recount_percent: number | null
}
const blank: ProposalForm = {
  ...{ warehouse_id: null, location_ids: [], blind: true, frozen: false, recount_percent: null },
}
/** Bins that are chosen at once: about a day's work. */
const atOnce = 30

/** A count of the bins that should be counted next. */
export function ProposeCountsDialog({ onClose }: { onClose: () => void }) {
  const add = useCommand(countCalls.add, {
    refreshes: countAnswers,
    done: ({ id }) => openEdit(pages.editStockCount, { id }),
  })
  return (
    <DialogForm<ProposalForm>
      open
      wide
      title={text('建议盘点', 'What to count next')}
      values={blank}
      save={saveWith(add, (form: ProposalForm) => form)}
      onClose={onClose}
    >
      <Section>
        {(['warehouse_id', 'recount_percent', 'blind', 'frozen'] as const).map(name => (
          <Field key={name} of={inventoryCount} name={name} />
        ))}
      </Section>
      <Bins />
    </DialogForm>
  )
}

type Proposed = NonNullable<ReturnType<typeof useProposed>['data']>['result'][number]
const useProposed = (warehouse_id: string | null | undefined) =>
  useCall(countCalls.propose, warehouse_id ? { warehouse_id } : null)

function Bins() {
  const say = useSay()
  const form = Form.useFormInstance()
  const warehouse_id = Form.useWatch('warehouse_id', form) as string | null | undefined
  const chosen = Form.useWatch('location_ids', form) as string[] | undefined
  const found = useProposed(warehouse_id)
  const bins = found.data?.result
  useEffect(() => {
    const due = (bins ?? []).filter(bin => bin.due).slice(0, atOnce)
    form.setFieldValue(
      'location_ids',
      due.map(({ location_id }) => location_id),
    )
  }, [bins, form])
  return (
    <>
      {/* Chosen in the table; empty would be all bins. */}
      <Form.Item
        name="location_ids"
        noStyle
        rules={[{ required: true, type: 'array', min: 1, message: say(text('请选择库位', 'Choose bins')) }]}
      >
        <input type="hidden" />
      </Form.Item>
      {found.error ? (
        <ErrorState failure={found.error} retry={found.refetch} />
      ) : (
        <Table<Proposed>
          size="small"
          rowKey="location_id"
          loading={Boolean(warehouse_id) && found.isLoading}
          dataSource={bins ?? []}
          pagination={{ pageSize: 10, showSizeChanger: false, hideOnSinglePage: true }}
          scroll={{ x: 'max-content' }}
          locale={{
            emptyText: say(
              warehouse_id
                ? text('没有需要盘点的库位', 'Nothing lies or has moved in its bins')
                : text('请先选择仓库', 'Choose the warehouse first'),
            ),
          }}
          rowSelection={{
            selectedRowKeys: chosen ?? [],
            preserveSelectedRowKeys: true,
            onChange: keys => form.setFieldValue('location_ids', keys),
          }}
          columns={[
            { title: say(text('库位', 'Bin')), dataIndex: 'code' },
            { title: 'ABC', render: (_, { abc }) => <StatusTag of={abcClass.stateOf(abc)} /> },
            {
              title: say(text('上次盘点', 'Counted last')),
              render: (_, { counted_time }) =>
                counted_time === null ? say(text('从未', 'Never')) : <DayText of={counted_time} />,
            },
            {
              ...{ title: say(text('超期（天）', 'Days overdue')), align: 'end' as const },
              render: (_, { overdue_days }) => (overdue_days !== null && overdue_days >= 0 ? overdue_days : '—'),
            },
            { ...{ title: say(text('其后出入库', 'Movements since')), align: 'end' as const }, dataIndex: 'movements' },
            { ...{ title: say(text('物料数', 'Materials')), align: 'end' as const }, dataIndex: 'materials' },
            {
              ...{ title: say(text('库存金额', 'Value')), align: 'end' as const },
              render: (_, { value }) => <Quantity value={value} />,
            },
            {
              ...{ title: say(text('可能差错金额', 'Likely error')), align: 'end' as const },
              render: (_, { expected_error }) => <Quantity value={expected_error} />,
            },
          ]}
        />
      )}
    </>
  )
}
