import { text } from '@qitao/core/text.ts'
import { refreshAnd } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { type Act, act } from '@qitao/platform/web/list/act.ts'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useState } from 'react'
import { confirmWage, disputeWage, listMyWageLines, listMyWages } from '../model/wage-sheet.calls.ts'
import { type WageSheetRow, wageSheet } from '../model/wage-sheet.record.ts'
import { sheetStatus } from '../model/wages.status.ts'
import { wageAnswers } from './refreshes.ts'
import { sheetFigures } from './sheet.columns.tsx'
import { SheetDrawer } from './sheet.drawer.tsx'

const objected = {
  ...wageSheet,
  fields: { ...wageSheet.fields, objection: { ...wageSheet.fields.objection, readOnly: false, required: true } },
}

/** What a worker gets, report by report: to be confirmed, or objected to. */
export default function MyWagesPage() {
  const [shown, setShown] = useState<WageSheetRow>()
  const [disputed, setDisputed] = useState<WageSheetRow>()
  const confirm = useCommand(confirmWage, {
    refreshes: wageAnswers,
    success: text('工资已确认', 'Confirmed'),
    done: () => setShown(undefined),
  })
  const acts = (row: WageSheetRow): Act[] => [
    act(sheetStatus, 'confirm', row.status, confirm.with({ id: row.id, row_version: row.row_version })),
    act(
      sheetStatus,
      'dispute',
      row.status,
      needing(disputeWage, () => setDisputed(row)),
    ),
  ]
  return (
    <>
      <ListPage
        call={listMyWages}
        record={wageSheet}
        columns={[
          { name: 'period_no', width: 130, sort: true, opens: setShown },
          { name: 'status', width: 110 },
          ...sheetFigures,
          { name: 'objection', width: 180, sort: false },
          { name: 'answer', width: 180, sort: false },
        ]}
        filters={[{ name: 'statuses', of: 'status', many: true }]}
        rowActions={acts}
      />
      {shown ? (
        <SheetDrawer row={shown} call={listMyWageLines} actions={acts(shown)} onClose={() => setShown(undefined)} />
      ) : null}
      {disputed ? (
        <DisputeDialog
          row={disputed}
          onClose={() => {
            setDisputed(undefined)
            setShown(undefined)
          }}
        />
      ) : null}
    </>
  )
}

function DisputeDialog({ row, onClose }: { row: WageSheetRow; onClose: () => void }) {
  const dispute = useCommand(disputeWage, { refreshes: wageAnswers })
  return (
    <DialogForm<{ objection: string | null }>
      open
      title={text(`对${row.period_no}的工资提出异议`, `Dispute the wages of ${row.period_no}`)}
      values={{ objection: null }}
      save={saveWith(
        dispute,
        ({ objection }: { objection: string | null }) => ({
          id: row.id,
          row_version: row.row_version,
          objection: objection ?? '',
        }),
        text('提出异议', 'Dispute'),
      )}
      reload={refreshAnd(wageAnswers, onClose)}
      onClose={onClose}
    >
      <Field of={objected} name="objection" autoFocus wide />
    </DialogForm>
  )
}
