import { text } from '@qitao/core/text.ts'
import { refreshAnd } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { act } from '@qitao/platform/web/list/act.ts'
import { NewButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useState } from 'react'
import {
  addWagePeriod,
  dropWagePeriod,
  listWagePeriods,
  lockWagePeriod,
  previewWages,
} from '../model/wage-sheet.calls.ts'
import { type WagePeriodRow, wagePeriod } from '../model/wage-sheet.record.ts'
import { periodStatus } from '../model/wages.status.ts'
import { PreviewDialog } from './preview.dialog.tsx'
import { wageAnswers } from './refreshes.ts'

/** Periods, one after the other: calculated, looked at, locked. */
export function PeriodsTab() {
  const [previewed, setPreviewed] = useState<WagePeriodRow>()
  const [adding, setAdding] = useState<{ first: boolean }>()
  const lock = useCommand(lockWagePeriod, {
    refreshes: wageAnswers,
    success: text('期间已锁定', 'The period is locked'),
  })
  const drop = useCommand(dropWagePeriod, { refreshes: wageAnswers })
  const named = (row: WagePeriodRow) => ({ id: row.id, row_version: row.row_version })
  return (
    <>
      <ListPage
        call={listWagePeriods}
        record={wagePeriod}
        columns={[
          { name: 'no', width: 140 },
          { name: 'status', sort: false, width: 110 },
          { name: 'start_time', width: 120 },
          { name: 'end_time', sort: false, width: 160 },
          { name: 'sheet_count', sort: false, width: 90 },
          { name: 'total_wage', sort: false, width: 140 },
          { name: 'computed_time', sort: false, width: 150 },
          { name: 'locked_time', sort: false, width: 150 },
        ]}
        filters={['keyword']}
        rowActions={row => [
          act(
            periodStatus,
            'recalculate',
            row.status,
            needing(previewWages, () => setPreviewed(row)),
          ),
          act(periodStatus, 'lock', row.status, lock.with(named(row)), {
            ask: {
              title: text('锁定工资期间？', 'Lock the wage period?'),
              objects: [row.no],
              detail: text(
                '锁定后不再重算；之后的更正计入下一期间。',
                'It is not calculated again; what is corrected later is paid in the next period.',
              ),
            },
          }),
          act(periodStatus, 'drop', row.status, drop.with(named(row)), {
            danger: true,
            ask: {
              title: text('删除工资期间？', 'Delete the wage period?'),
              objects: [row.no],
              detail: text('其工资和确认一并删除。', 'Its wages, and what workers said of them, go with it.'),
              danger: true,
            },
          }),
        ]}
        toolbar={({ total }) => <NewButton run={needing(addWagePeriod, () => setAdding({ first: total === 0 }))} />}
      />
      {previewed ? <PreviewDialog period={previewed} onClose={() => setPreviewed(undefined)} /> : null}
      {adding ? <NewPeriodDialog first={adding.first} onClose={() => setAdding(undefined)} /> : null}
    </>
  )
}

interface PeriodForm {
  no: string | null
  start_time: number | null
  end_time: number | null
}
/** Only the first says where it begins. */
function NewPeriodDialog({ first, onClose }: { first: boolean; onClose: () => void }) {
  const add = useCommand(addWagePeriod, { refreshes: wageAnswers })
  return (
    <DialogForm<PeriodForm>
      open
      title={text('新建工资期间', 'New wage period')}
      values={{ no: null, start_time: null, end_time: null }}
      save={saveWith(add, ({ no, start_time, end_time }: PeriodForm) => ({
        ...{ no: no ?? '', end_time: end_time as number },
        ...(first ? { start_time } : {}),
      }))}
      reload={refreshAnd(wageAnswers, onClose)}
      onClose={onClose}
    >
      <Field of={wagePeriod} name="no" autoFocus />
      {first ? <Field of={wagePeriod} name="start_time" /> : null}
      <Field of={wagePeriod} name="end_time" />
    </DialogForm>
  )
}
