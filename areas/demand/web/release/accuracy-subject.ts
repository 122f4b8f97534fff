import { type Text, text } from '@qitao/core/text.ts'
import { forecastModel } from '../../model/demand.status.ts'
import { accuracyGroup } from '../../model/release/accuracy.status.ts'
import type { AccuracyRow } from '../../model/release/release.calls.ts'

const { codes } = accuracyGroup
export type By = (typeof accuracyGroup.list)[number]['code']

/** What people call a row: a lag by its periods, a model by its name. */
export function subjectOf(by: By, { subject }: Pick<AccuracyRow, 'subject'>): Text {
  if (by === codes.lag) return text(`提前${subject}期`, `${subject} ahead`)
  const model = by === codes.model ? forecastModel.list.find(({ code }) => code === subject) : undefined
  return model ? text(model.zh, model.en) : text(subject || '—', subject || '—')
}
