import { text } from '@qitao/core/text.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { openPage } from '@qitao/platform/web/frame/navigation.ts'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { PrintDialog } from '@qitao/platform/web/list/print-dialog.tsx'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { useState } from 'react'
import { pickWaveCalls } from '../../model/wave/pick-wave.calls.ts'
import { type PickWaveRow, pickWave, waveStatus } from '../../model/wave/pick-wave.record.ts'
import { stockAnswers } from '../refreshes.ts'

/** Documents that are picked in one walk, and how far each walk is. */
export function WavesTab() {
  const { may } = useSession()
  const drop = useCommand(pickWaveCalls.drop, { refreshes: [...stockAnswers, pickWaveCalls.list] })
  const [printed, setPrinted] = useState<readonly string[]>()
  const pick = ({ id }: PickWaveRow) => openPage(pages.scanWork, { kind: 'wave', id })
  const isDone = ({ status }: PickWaveRow) => status === waveStatus.codes.done
  const print = (rows: readonly PickWaveRow[]) => ({
    title: text('打印拣货单', 'Print pick list'),
    whyNot: rows.length > 10 ? text('一次最多10个', 'At most 10 at once') : undefined,
    run: needing(pickWaveCalls.print, () => setPrinted(rows.map(({ id }) => id))),
  })
  const dissolve = (rows: readonly PickWaveRow[]) => ({
    title: text('解散', 'Dissolve'),
    danger: true,
    run: drop.with({ ids: rows.map(({ id }) => id) }),
    ask: {
      title: text('解散波次？出库单保留', 'Dissolve the waves? Their documents stay'),
      objects: rows.map(({ no }) => no),
      danger: true,
    },
  })
  return (
    <>
      <ListPage
        call={pickWaveCalls.list}
        record={pickWave}
        columns={[
          { name: 'no', width: 160, ...(may(pages.scanWork) ? { opens: pick } : {}) },
          { name: 'status', width: 120, sort: false },
          {
            name: 'receipt_nos',
            title: text('出库单', 'Documents'),
            width: 260,
            sort: false,
            render: ({ receipt_nos }) => <span title={receipt_nos.join('\n')}>{receipt_nos.join(', ')}</span>,
          },
          {
            name: 'done_count',
            title: text('已拣 / 行数', 'Picked / lines'),
            width: 120,
            sort: false,
            render: ({ done_count, line_count }) => `${done_count} / ${line_count}`,
          },
          { name: 'operator_id', width: 110, sort: false },
          { name: 'created_time', width: 150 },
          { name: 'remark', hidden: true, sort: false },
        ]}
        filters={['keyword']}
        rowActions={row => [
          ...(may(pages.scanWork)
            ? [
                {
                  title: text('拣货', 'Pick'),
                  run: needing(pickWaveCalls.walk, () => pick(row)),
                  whyNot: isDone(row) ? text('已拣完', 'It is picked') : undefined,
                },
              ]
            : []),
          print([row]),
          dissolve([row]),
        ]}
        bulkActions={rows => [print(rows), dissolve(rows)]}
      />
      {printed ? (
        <PrintDialog
          title={text('打印拣货单', 'Print pick lists')}
          call={pickWaveCalls.print}
          input={{ ids: [...printed] }}
          onClose={() => setPrinted(undefined)}
        />
      ) : null}
    </>
  )
}
