import { dayField, optional, textField } from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { DayText } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { useState } from 'react'
import {
  closeMarginPeriod,
  listGrossMargins,
  listMarginPeriods,
  marginPeriod,
  reopenMarginPeriod,
} from '../../model/margin/margin.calls.ts'

const refreshes = [listMarginPeriods, listGrossMargins]
const form = record('margin_period', marginPeriod.title, {
  until_day: dayField('关账到', 'Closed up to'),
  remark: optional(textField('备注', 'Remark')),
})
interface Values {
  until_day: number | null
  remark: string | null
}

/** Up to when margins are closed: their figures stay. */
export function PeriodsDrawer({ onClose }: { onClose: () => void }) {
  const say = useSay()
  const { org } = useSession()
  const found = useCall(listMarginPeriods, {})
  const [closing, setClosing] = useState(false)
  const close = useCommand(closeMarginPeriod, { refreshes })
  const reopen = useCommand(reopenMarginPeriod, { refreshes })
  const periods = found.data?.result ?? []
  return (
    <DetailDrawer open wide title={text('毛利关账', 'Closed periods')} onClose={onClose}>
      <p className="qt-margin-note">
        {say(
          text(
            '关账后，该日及以前发货的毛利不再变动。之后的退货、销售价调整和补齐价格的明细计入关账后的第一天；已计的成本不再调整。',
            'What was shipped up to that day keeps its figures. Returns, sales prices that are put right and lines that get their missing price later count for the first open day; costs that were counted stay.',
          ),
        )}
      </p>
      <div className="qt-toolbar">
        <ActButton primary act={{ title: text('关账', 'Close a period'), run: () => setClosing(true) }} />
      </div>
      {found.error ? (
        <ErrorState failure={found.error} retry={found.refetch} />
      ) : !found.data ? (
        <RowsSkeleton />
      ) : periods.length === 0 ? (
        <EmptyState text={text('还没有关账的期间', 'Nothing is closed yet')} />
      ) : (
        <div className="qt-trend-scroll">
          <table className="qt-figure-table qt-margin-table">
            <thead>
              <tr>
                {(
                  ['from_time', 'until_day', 'line_count', 'unmeasured_count', 'revenue', 'cost', 'remark'] as const
                ).map(name => (
                  <th key={name} scope="col">
                    {say(marginPeriod.fields[name].title)}
                  </th>
                ))}
                <th scope="col">{say(text('关账人', 'Closed by'))}</th>
                <th scope="col" />
              </tr>
            </thead>
            <tbody>
              {periods.map((period, at) => (
                <tr key={period.id}>
                  <td>{period.from_time === null ? '—' : <DayText of={period.from_time} />}</td>
                  <td>
                    <DayText of={period.until_day} />
                  </td>
                  <td className="qt-number">{period.line_count}</td>
                  <td className="qt-number">{period.unmeasured_count}</td>
                  <td className="qt-number">
                    <Quantity value={period.revenue} unit={org.currency} decimals={2} />
                  </td>
                  <td className="qt-number">
                    <Quantity value={period.cost} unit={org.currency} decimals={2} />
                  </td>
                  <td>{period.remark ?? ''}</td>
                  <td>{period.author_name ?? ''}</td>
                  <td>
                    {at === 0 ? (
                      <ActButton
                        act={{
                          title: text('取消关账', 'Reopen'),
                          danger: true,
                          ask: {
                            title: text('取消最后一次关账？', 'Reopen the last closed period?'),
                            detail: text(
                              '它的毛利会按现在的账重新计算。',
                              'Its margins follow the books of now again.',
                            ),
                          },
                          run: reopen.with({ id: period.id, row_version: period.row_version }),
                        }}
                      />
                    ) : null}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {closing ? (
        <DialogForm<Values>
          open
          title={text('关账', 'Close a period')}
          values={{ until_day: null, remark: null }}
          save={saveWith(close, ({ until_day, remark }: Values) => ({
            until_day: until_day ?? 0,
            ...(remark ? { remark } : {}),
          }))}
          onClose={() => setClosing(false)}
        >
          <Field of={form} name="until_day" autoFocus />
          <Field of={form} name="remark" />
        </DialogForm>
      ) : null}
    </DetailDrawer>
  )
}
