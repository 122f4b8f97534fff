import { optional, textField } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { useState } from 'react'
import { listForecastReleases, releaseForecast, showForecastRelease } from '../../model/release/release.calls.ts'
import { forecastRelease } from '../../model/release/release.record.ts'
import type { Dimension } from '../periods.tsx'

const form = { ...forecastRelease, fields: { note: optional(textField('说明', 'Note', 255)) } }

export function ReleaseButton({ dimension }: { dimension: Dimension }) {
  const [open, setOpen] = useState(false)
  const release = useCommand(releaseForecast, {
    refreshes: [showForecastRelease, listForecastReleases],
    success: ({ number }) =>
      text(
        `已发布第${number}版，供需计划下次计算时采用`,
        `Version ${number} is released; the demand-supply plan takes it with its next calculation`,
      ),
  })
  return (
    <>
      <ActButton act={{ title: text('发布', 'Release'), run: needing(releaseForecast, () => setOpen(true)) }} />
      {open ? (
        <DialogForm<{ note: string | null }>
          open
          title={text('发布预测：供需计划将采用现在的预测', 'Release the forecast: the plan takes what it says now')}
          values={{ note: null }}
          save={saveWith(release, ({ note }) => ({ time_dimension: dimension, note }), text('发布', 'Release'))}
          onClose={() => setOpen(false)}
        >
          <Field of={form} name="note" autoFocus />
        </DialogForm>
      ) : null}
    </>
  )
}

/** Which version the plan counts with, and whether the forecast says something else by now. */
export function ReleaseState({ dimension }: { dimension: Dimension }) {
  const say = useSay()
  const dates = useOrgDate()
  const { data } = useCall(showForecastRelease, { time_dimension: dimension })
  if (!data) return null
  const { number, released_time, author_name, changed } = data
  if (number === null || released_time === null)
    return <span className="qt-secondary">{say(text('尚未发布', 'Not released'))}</span>
  return (
    <span className={changed ? 'qt-balance-low' : 'qt-secondary'} title={author_name ?? undefined}>
      {say(
        changed
          ? text('第{number}版 {day}，之后有变动', 'Version {number} {day}, changed since')
          : text('第{number}版 {day}', 'Version {number} {day}'),
        { number, day: dates.dayOf(released_time) },
      )}
    </span>
  )
}
