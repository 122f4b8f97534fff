import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import type { DimensionKey } from '../model/facts.ts'
import { dimensionOf } from '../model/facts.ts'
import { type FigureKey, figureOf, unitWords } from '../model/figures.ts'
import { differenceOf } from '../model/report/report.rules.ts'

/** The unit of a figure in words; money has the currency of the company. */
export function useUnit(): (figure: FigureKey) => string | null {
  const say = useSay()
  const { org } = useSession()
  return figure => {
    const { unit } = figureOf(figure)
    if (unit === 'money') return org.currency ?? null
    const words = unitWords(unit)
    return words ? say(words) : null
  }
}
/** A figure as people read it; a dash where there is nothing to measure it by. */
export function FigureValue({ figure, value }: { figure: FigureKey; value: string | null | undefined }) {
  const unitOf = useUnit()
  const { unit } = figureOf(figure)
  return <Quantity value={value} unit={unitOf(figure)} decimals={unit === 'money' ? 0 : undefined} />
}

/** A change as words and a sign, so that it is not told by its colour alone; `withDifference`: also by how much. */
export function Change({
  figure,
  value,
  before,
  withDifference = false,
}: {
  figure: FigureKey
  value: string | null
  before: string | null
  withDifference?: boolean
}) {
  const say = useSay()
  const { better, unit } = figureOf(figure)
  const differs = differenceOf(figure, value, before)
  if (differs === null) return null
  const isShare = unit === 'percent'
  const change = isShare ? differs.difference : differs.percent
  if (change === null && !withDifference) return null
  const told = Number(change ?? differs.difference)
  const shown = Math.abs(told) < 10 ? told.toFixed(1) : told.toFixed(0)
  const isNone = Number(differs.difference) === 0 || (change !== null && Number(shown) === 0)
  const good = better === null || isNone ? 'none' : told > 0 === (better === 'more') ? 'good' : 'bad'
  const sign = isNone ? '' : told > 0 ? '▲ ' : '▼ '
  const percent =
    change === null ? null : `${shown.replace('-', '')}${isShare ? say(text('个百分点', ' points')) : '%'}`
  const amount =
    withDifference && !isShare ? (
      <Quantity value={differs.difference.replace('-', '')} decimals={unit === 'money' ? 0 : undefined} />
    ) : null
  return (
    <span className={`qt-change qt-change-${good}`}>
      {sign}
      {amount}
      {amount && percent !== null ? ` (${percent})` : percent}
    </span>
  )
}

/** What people call a value of a dimension. */
export function useDimensionName(): (dimension: DimensionKey, key: string | null, name: string | null) => string {
  const say = useSay()
  return (dimension, key, name) => {
    const state = dimensionOf(dimension).states?.find(({ code }) => String(code) === key)
    if (state) return say(state)
    return name ?? say(text('（空）', '(none)'))
  }
}
