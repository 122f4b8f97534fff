import type { Out } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useState } from 'react'
import { listHolds, listRecall, queryTrace, releaseHold, traceHold } from '../../model/trace/trace.calls.ts'

type HoldRow = Out<typeof listHolds>['result'][number]

/** What is held or was, by whom and why. */
export function HoldsView() {
  const [releasing, setReleasing] = useState<HoldRow>()
  const release = useCommand(releaseHold, { refreshes: [listHolds, listRecall, queryTrace] })
  return (
    <>
      <ListPage
        call={listHolds}
        record={traceHold}
        columns={[
          { name: 'no', width: 150 },
          { name: 'trace_by', width: 130, sort: false },
          { name: 'value', width: 150, sort: false },
          { name: 'reason', width: 220, sort: false },
          { name: 'lot_count', width: 90, sort: false },
          { name: 'created_by_name', width: 110, sort: false },
          { name: 'created_time', width: 150 },
          { name: 'released_time', width: 150, sort: false },
          { name: 'released_by_name', width: 110, sort: false },
          { name: 'release_reason', width: 180, sort: false },
        ]}
        filters={['keyword']}
        rowActions={row => [
          {
            title: text('解冻', 'Release'),
            run: needing(releaseHold, () => setReleasing(row)),
            whyNot: row.released_time === null ? undefined : text('已解冻', 'It is released'),
          },
        ]}
      />
      {releasing ? (
        <DialogForm<{ release_reason: string | null }>
          open
          title={text(`解冻 ${releasing.no}`, `Release ${releasing.no}`)}
          values={{ release_reason: null }}
          save={saveWith(
            release,
            ({ release_reason }: { release_reason: string | null }) => ({
              ...{ id: releasing.id, row_version: releasing.row_version },
              release_reason: release_reason ?? '',
            }),
            text('解冻', 'Release'),
          )}
          onClose={() => setReleasing(undefined)}
        >
          <Field of={required} name="release_reason" autoFocus />
        </DialogForm>
      ) : null}
    </>
  )
}
const required = {
  ...traceHold,
  fields: { ...traceHold.fields, release_reason: { ...traceHold.fields.release_reason, required: true } },
}
