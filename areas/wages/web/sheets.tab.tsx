import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { referenceField } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { refreshAnd } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { act } from '@qitao/platform/web/list/act.ts'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useState } from 'react'
import { answerWage, exportWages, listWageLines, listWages, sendWages } from '../model/wage-sheet.calls.ts'
import { type WageSheetRow, wageSheet } from '../model/wage-sheet.record.ts'
import { sheetStatus } from '../model/wages.status.ts'
import { wageAnswers } from './refreshes.ts'
import { sheetFigures } from './sheet.columns.tsx'
import { SheetDrawer } from './sheet.drawer.tsx'

const searched = {
  ...wageSheet,
  fields: {
    ...wageSheet.fields,
    workgroup_id: referenceField('班组', 'Workgroup', 'workgroup'),
    process_id: referenceField('工序', 'Process', 'process'),
  },
}
const answered = {
  ...wageSheet,
  fields: { ...wageSheet.fields, answer: { ...wageSheet.fields.answer, readOnly: false, required: true } },
}

/** One row a person and period; down to each report and supplement. */
export function SheetsTab() {
  const [shown, setShown] = useState<WageSheetRow>()
  const [disputed, setDisputed] = useState<WageSheetRow>()
  const send = useCommand(sendWages, {
    refreshes: wageAnswers,
    success: text('已发送给员工确认', 'Sent to be confirmed'),
  })
  const sending = (rows: readonly WageSheetRow[]) => send.with({ ids: rows.map(({ id }) => id) })
  return (
    <>
      <ListPage
        call={listWages}
        record={searched}
        columns={[
          { name: 'user_name', width: 130, sort: true, opens: setShown },
          { name: 'period_no', width: 120, sort: true },
          { name: 'status', width: 110 },
          { name: 'workgroup_names', width: 140, sort: false },
          ...sheetFigures,
          { name: 'objection', width: 180, sort: false },
          { name: 'answer', width: 180, sort: false, hidden: true },
        ]}
        filters={[
          'keyword',
          { name: 'timestamp_range', range: true, title: text('期间', 'Period') },
          { name: 'statuses', of: 'status', many: true },
          'user_id',
          'workgroup_id',
          'process_id',
        ]}
        toolbar={list => <ExchangeButtons list={list} exports={exportWages} />}
        bulkActions={rows => [{ title: text('发送确认', 'Send to confirm'), run: sending(rows) }]}
        rowActions={row => [
          act(sheetStatus, 'send', row.status, sending([row])),
          act(
            sheetStatus,
            'answer',
            row.status,
            needing(answerWage, () => setDisputed(row)),
          ),
        ]}
      />
      {shown ? <SheetDrawer row={shown} call={listWageLines} onClose={() => setShown(undefined)} /> : null}
      {disputed ? <AnswerDialog row={disputed} onClose={() => setDisputed(undefined)} /> : null}
    </>
  )
}

function AnswerDialog({ row, onClose }: { row: WageSheetRow; onClose: () => void }) {
  const say = useSay()
  const answer = useCommand(answerWage, { refreshes: wageAnswers })
  return (
    <DialogForm<{ answer: string | null }>
      open
      title={text(`答复 ${row.user_name} ${row.period_no}`, `Answer ${row.user_name} ${row.period_no}`)}
      values={{ answer: null }}
      save={saveWith(
        answer,
        (form: { answer: string | null }) => ({ id: row.id, row_version: row.row_version, answer: form.answer ?? '' }),
        text('答复并重新发送', 'Answer and send again'),
      )}
      reload={refreshAnd(wageAnswers, onClose)}
      onClose={onClose}
    >
      <p>
        <span className="qt-secondary">{say(wageSheet.fields.objection.title)}</span> {row.objection}
      </p>
      <Field of={answered} name="answer" autoFocus wide />
    </DialogForm>
  )
}
