import { text } from '@qitao/core/text.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { PrintDialog } from '@qitao/platform/web/list/print-dialog.tsx'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useState } from 'react'
import { printTrace } from '../../model/trace/trace.calls.ts'
import type { TraceAsked } from './trace-question.ts'

/** The trace that is shown, on paper. */
export function PrintTrace({ asked }: { asked: TraceAsked }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <ActButton
        act={{ title: text('打印追溯报告', 'Print the trace'), run: needing(printTrace, () => setOpen(true)) }}
      />
      {open ? (
        <PrintDialog
          title={text('打印追溯报告', 'Print the trace')}
          call={printTrace}
          input={asked}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}
