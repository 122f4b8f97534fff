import type { AnyCall } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { refreshAnd } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { FormDrawer } from '@qitao/platform/web/form/form-drawer.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Form } from 'antd'
import { checkRouting } from '../../model/routing/routing.calls.ts'
import { cycleTimeCalls, listMissingCycleTimes } from '../../model/time/cycle-time.calls.ts'
import { type CycleTimeRow, cycleTime } from '../../model/time/cycle-time.record.ts'
import { type CycleTimeForm, cycleTimeForm, wireOfCycleTime } from './cycle-time.form.ts'

/** New (`row` absent) or changed cycle time. */
export function CycleTimeDrawer({
  row,
  values,
  refreshes: more = [],
  onClose,
}: {
  row?: CycleTimeRow
  values: CycleTimeForm
  /** What the page around asks anew. */
  refreshes?: readonly AnyCall[]
  onClose: () => void
}) {
  const refreshes = [cycleTimeCalls.list, cycleTimeCalls.detail, listMissingCycleTimes, checkRouting, ...more]
  const say = useSay()
  const add = useCommand(cycleTimeCalls.add, { refreshes })
  const alter = useCommand(cycleTimeCalls.alter, { refreshes })
  return (
    <FormDrawer<CycleTimeForm>
      open
      title={row ? text('编辑工时', 'Cycle time') : text('新建工时', 'New cycle time')}
      values={values}
      save={
        row
          ? saveWith(alter, (form: CycleTimeForm) => ({
              ...wireOfCycleTime(form),
              id: row.id,
              row_version: row.row_version,
            }))
          : saveWith(add, (form: CycleTimeForm) => wireOfCycleTime(form))
      }
      reload={refreshAnd([cycleTimeCalls.list], onClose)}
      onClose={onClose}
      history={row && { of: cycleTime, id: row.id }}
    >
      <Field of={cycleTimeForm} name="process_id" {...known(values.process_name)} />
      <Field of={cycleTimeForm} name="material_id" {...known(values.material_name)} />
      <Field of={cycleTimeForm} name="device_id" {...known(values.device_name)} />
      <Field of={cycleTimeForm} name="type" />
      <PaceFields />
      <Field of={cycleTimeForm} name="setup_seconds" />
      <Field of={cycleTimeForm} name="employees" />
      <Field of={cycleTimeForm} name="charge_load" decimals={6} />
      <p className="qt-secondary">
        {say(
          text(
            '每件装炉量只用于有“一炉装量”的设备：那里的加工时间是整炉的时间。',
            'The load counts on machines with a load of a charge alone: there the run time is that of a whole charge.',
          ),
        )}
      </p>
      <Field of={cycleTimeForm} name="oee_percent" decimals={4} />
      <Field of={cycleTimeForm} name="status" />
      <Field of={cycleTimeForm} name="remark" />
    </FormDrawer>
  )
}
const known = (name: string | null | undefined) => (name ? { known: name } : {})

/** What is asked depends on how the time was measured. */
function PaceFields() {
  const type = Form.useWatch('type') as CycleTimeForm['type'] | undefined
  if (type === 'pieces_per_hour') {
    return <Field of={cycleTimeForm} name="batch_quantity" label={text('每小时产量', 'Pieces per hour')} decimals={6} />
  }
  if (type === 'per_batch') {
    return (
      <>
        <Field
          of={cycleTimeForm}
          name="cycle_seconds"
          label={text('每批加工时间', 'Run time of a batch')}
          decimals={6}
        />
        <Field of={cycleTimeForm} name="batch_quantity" decimals={6} />
      </>
    )
  }
  return (
    <Field of={cycleTimeForm} name="cycle_seconds" label={text('单件加工时间', 'Run time of a piece')} decimals={6} />
  )
}
