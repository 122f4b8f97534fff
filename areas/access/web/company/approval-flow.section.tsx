import { PlusOutlined } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { FormDrawer } from '@qitao/platform/web/form/form-drawer.tsx'
import { pickerOf } from '@qitao/platform/web/form/pickers.ts'
import { remove } from '@qitao/platform/web/list/act.ts'
import { ActButton, RowActs } from '@qitao/platform/web/list/act-button.tsx'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { ReferenceName } from '@qitao/platform/web/show/history.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { Select } from 'antd'
import { useState } from 'react'
import {
  type ApprovalFlowRow,
  dropApprovalFlows,
  queryApprovalFlowList,
  setApprovalFlow,
} from '../../model/approval/approval.calls.ts'
import { approvalFlow } from '../../model/approval/approval.record.ts'
import { approvalModules, type ModeCode } from '../../model/approval/approval.rules.ts'
import { approvalMode } from '../../model/approval/approval.status.ts'
import { featureEnable } from '../../model/company/feature-enable.status.ts'
import '../record/records.css'

interface FlowForm {
  module_code: string
  mode: ModeCode
  approver_ids: string[]
  amount_from: string | null
  workgroup_ids: string[]
  enabled: 0 | 1
}
const blank: FlowForm = {
  ...{ module_code: 'SO', mode: approvalMode.codes.single, approver_ids: [], amount_from: null, workgroup_ids: [] },
  enabled: featureEnable.codes.on,
}
const formOf = ({ id: _, approver_names: __, ...flow }: ApprovalFlowRow): FlowForm => flow
const joiner: Readonly<Record<number, { zh: string; en: string }>> = {
  [approvalMode.codes.single]: text('', ''),
  [approvalMode.codes.joint_sign]: text('、', ' + '),
  [approvalMode.codes.either_sign]: text(' 或 ', ' or '),
  [approvalMode.codes.sequential]: text(' → ', ' → '),
}

/** Which documents wait for whom before they count. */
export function ApprovalFlowSection() {
  const say = useSay()
  const language = useLanguage()
  const flows = useCall(queryApprovalFlowList, {})
  const refreshes = [queryApprovalFlowList]
  const set = useCommand(setApprovalFlow, { refreshes })
  const drop = useCommand(dropApprovalFlows, { refreshes })
  const [form, setForm] = useState<{ open: boolean; old?: ApprovalFlowRow; values: FlowForm }>({
    open: false,
    values: blank,
  })
  const close = () => setForm(now => ({ ...now, open: false }))
  const { old } = form
  const typeOf = (code: string) => say(approvalModules[code] ?? text(code, code))
  return (
    <section aria-label={say(text('审批流', 'Approval flows'))}>
      <header className="qt-section-head">
        <h2>{say(text('审批流', 'Approval flows'))}</h2>
      </header>
      <p className="qt-secondary">
        {say(
          text(
            '符合条件的单据提交后进入审批，通过后才生效；没有符合的审批流则提交即生效。多条符合时，限定班组的优先，其次金额高的优先。明细未填单价或币种不是本位币的，视为超过任何金额；提交人、制单人和修改过单据的人不能审批它，没有其他审批人时由其他管理员审批。',
            'A submitted document that fits waits for its approval; without a fitting flow it counts at once. Of several, one for a workgroup comes first, then the highest amount. A document with a line without price, or in another currency, counts as above every amount. Nobody approves what he submitted, made or altered: where no other approver is left, another administrator decides.',
          ),
        )}
      </p>
      {flows.error && !flows.data ? (
        <ErrorState failure={flows.error} retry={flows.refetch} />
      ) : flows.data ? (
        <ul className="qt-flows">
          {flows.data.result.map(flow => (
            <li key={flow.id}>
              <div>
                <strong>{typeOf(flow.module_code)}</strong> <StatusTag of={featureEnable.stateOf(flow.enabled as 1)} />
                <p>
                  {flow.amount_from === null ? null : (
                    <>
                      {say(text('金额 ≥ ', 'Amount ≥ '))}
                      <Quantity value={flow.amount_from} decimals={2} />{' '}
                    </>
                  )}
                  {flow.workgroup_ids.length > 0 ? (
                    <>
                      {say(approvalFlow.fields.workgroup_ids.title)}:{' '}
                      {flow.workgroup_ids.map((id, index) => (
                        <span key={id}>
                          {index > 0 ? ', ' : ''}
                          <ReferenceName record="workgroup" id={id} />
                        </span>
                      ))}
                    </>
                  ) : null}
                  {flow.amount_from === null && flow.workgroup_ids.length === 0
                    ? say(text('全部单据', 'All documents'))
                    : null}
                </p>
                <p className="qt-secondary">
                  {say(approvalMode.stateOf(flow.mode as ModeCode))}
                  {say(text('：', ': '))}
                  {flow.approver_names.join(joiner[flow.mode as ModeCode]?.[language])}
                </p>
              </div>
              <RowActs
                acts={[
                  {
                    title: text('编辑', 'Edit'),
                    run: needing(setApprovalFlow, () => setForm({ open: true, old: flow, values: formOf(flow) })),
                  },
                  remove([typeOf(flow.module_code)], drop.with({ ids: [flow.id] })),
                ]}
              />
            </li>
          ))}
        </ul>
      ) : (
        <RowsSkeleton rows={2} />
      )}
      <footer className="qt-settings-foot">
        <ActButton
          act={{
            title: text('新增审批流', 'Add a flow'),
            icon: <PlusOutlined aria-hidden />,
            run: needing(setApprovalFlow, () => setForm({ open: true, values: blank })),
          }}
        />
      </footer>
      <FormDrawer<FlowForm>
        key={old?.id ?? 'new'}
        open={form.open}
        title={old ? approvalFlow.title : text('新增审批流', 'New approval flow')}
        values={form.values}
        save={saveWith(set, (values: FlowForm) => ({ ...values, ...(old ? { id: old.id } : {}) }))}
        onClose={close}
        history={old && { of: approvalFlow, id: old.id }}
      >
        <Field
          of={approvalFlow}
          name="module_code"
          input={
            <Select
              options={Object.entries(approvalModules).map(([value, title]) => ({ value, label: title[language] }))}
            />
          }
        />
        <Field of={approvalFlow} name="mode" />
        <Field of={approvalFlow} name="approver_ids" input={<Several of="user" />} />
        <Field of={approvalFlow} name="amount_from" decimals={2} />
        <Field of={approvalFlow} name="workgroup_ids" input={<Several of="workgroup" />} />
        <Field of={approvalFlow} name="enabled" />
      </FormDrawer>
    </section>
  )
}

interface SeveralProps {
  of: string
  value?: string[]
  onChange?: (ids: string[]) => void
}
/** Some records, in the order in which they were chosen. */
function Several({ of, value = [], onChange }: SeveralProps) {
  const Picker = pickerOf(of)
  return <Picker multiple value={value} onChange={next => onChange?.((next as string[] | null) ?? [])} />
}
