import { text } from '@qitao/core/text.ts'
import { labelType, mostCopies } from '@qitao/masterdata/model/material/label.calls.ts'
import type { Act } from '@qitao/platform/web/list/act.ts'
import { PrintDialog } from '@qitao/platform/web/list/print-dialog.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { InputNumber, Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import { mostReports, taskCalls } from '../../model/task/task.calls.ts'

type LabelType = (typeof labelType.list)[number]['code']

/** Inspections on paper: their reports, and what is stuck on the goods. */
export function useTaskPaper(): {
  report: (ids: readonly string[]) => Act
  labels: (ids: readonly string[]) => Act
  dialogs: ReactNode
} {
  const [printed, setPrinted] = useState<readonly string[]>()
  const [labelled, setLabelled] = useState<readonly string[]>()
  const tooMany = (ids: readonly string[]) =>
    ids.length > mostReports ? text(`一次最多${mostReports}个`, `At most ${mostReports} at once`) : undefined
  return {
    report: ids => ({
      title: text('打印检验报告', 'Print report'),
      whyNot: tooMany(ids),
      run: needing(taskCalls.print, () => setPrinted(ids)),
    }),
    labels: ids => ({
      title: text('打印检验标签', 'Print labels'),
      whyNot: tooMany(ids),
      run: needing(taskCalls.labels, () => setLabelled(ids)),
    }),
    dialogs: (
      <>
        {printed ? (
          <PrintDialog
            title={text('打印检验报告', 'Print inspection reports')}
            call={taskCalls.print}
            input={{ ids: [...printed] }}
            onClose={() => setPrinted(undefined)}
          />
        ) : null}
        {labelled ? <TaskLabels ids={labelled} onClose={() => setLabelled(undefined)} /> : null}
      </>
    ),
  }
}

/** Held, passed, by concession or refused: a label for each part of the lot. */
function TaskLabels({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const say = useSay()
  const [label_type, setType] = useState<LabelType>(labelType.codes.barcode)
  const [copies, setCopies] = useState(1)
  return (
    <PrintDialog
      title={text('打印检验标签', 'Print inspection labels')}
      call={taskCalls.labels}
      input={{ ids: [...ids], label_type, copies }}
      onClose={onClose}
    >
      <div className="qt-print-choices">
        <Segmented<LabelType>
          aria-label={say(text('标签类型', 'Label'))}
          value={label_type}
          onChange={setType}
          options={labelType.list.map(one => ({ value: one.code, label: say(one) }))}
        />
        <label htmlFor="qc-label-copies">
          {say(text('每个份数', 'Copies of each'))}{' '}
          <InputNumber
            id="qc-label-copies"
            min={1}
            max={mostCopies}
            precision={0}
            value={copies}
            onChange={value => setCopies(value ?? 1)}
          />
        </label>
      </div>
    </PrintDialog>
  )
}
