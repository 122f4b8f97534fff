import { type Text, text } from '@qitao/core/text.ts'

/** Nothing has left: its goods are held, and it is confirmed once they have passed. Undefined: it has left. */
export const heldText = (no: string, inspections: readonly string[]): Text | undefined =>
  inspections.length === 0
    ? undefined
    : text(
        `已送检 ${inspections.join('、')}：合格后在出库单 ${no} 确认出库`,
        `Held for inspection ${inspections.join(', ')}: confirm outbound ${no} once it has passed`,
      )
